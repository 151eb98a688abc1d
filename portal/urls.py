"""Every address of the portal."""

from django.conf import settings
from django.contrib import admin
from django.urls import URLPattern, URLResolver, include, path, register_converter
from django.urls.converters import StringConverter

from portal.consumers import TableConsumer
from portal.views import (
    acting,
    chat,
    course,
    dev,
    history,
    lobby,
    me,
    onward,
    push,
    replays,
    report,
    site,
    status,
    table,
)
from portal.views.limits import limited


class TokenConverter(StringConverter):
    """A table's secret word; anything else is no address of ours."""

    regex = "[A-Za-z0-9_-]{16,32}"


register_converter(TokenConverter, "token")

handler400 = site.bad_request
handler500 = site.server_error

urlpatterns: list[URLPattern | URLResolver] = [
    path("", lobby.front, name="lobby"),
    path("new/<slug:slug>/", lobby.new, name="new"),
    path("rules/<slug:slug>/", lobby.rules, name="rules"),
    path("t/<token:token>/", table.table, name="table"),
    path("t/<token:token>/sit/", acting.sit, name="sit"),
    path("t/<token:token>/return/", acting.come_back, name="return"),
    path("t/<token:token>/reclaim/", acting.reclaim, name="reclaim"),
    path("t/<token:token>/leave/", acting.leave, name="leave"),
    path("t/<token:token>/free/", acting.free, name="free"),
    path("t/<token:token>/draw/", acting.draw, name="draw"),
    path("t/<token:token>/start/", acting.start, name="start"),
    path("t/<token:token>/close/", acting.close, name="close"),
    path("t/<token:token>/look/", acting.look, name="look"),
    path("t/<token:token>/move/", acting.move, name="move"),
    path("t/<token:token>/takeback/", acting.take_back, name="takeback"),
    path("t/<token:token>/resign/", acting.resign, name="resign"),
    path("t/<token:token>/awake/", acting.awake, name="awake"),
    path("t/<token:token>/quit/", acting.leave_match, name="quit"),
    path("t/<token:token>/replace/", acting.replace, name="replace"),
    path("t/<token:token>/agree/", acting.agree_to_close, name="agree_to_close"),
    path("t/<token:token>/withdraw/", acting.withdraw, name="withdraw"),
    path("t/<token:token>/ask-back/", acting.ask_back, name="ask_back"),
    path("t/<token:token>/decline/", acting.decline, name="decline"),
    path("t/<token:token>/take-over/", acting.take_over, name="take_over"),
    path("t/<token:token>/rematch/", acting.rematch, name="rematch"),
    path("t/<token:token>/talk/", chat.talk_page, name="talk"),
    path("t/<token:token>/chat/", chat.write, name="chat"),
    path("t/<token:token>/chat/read/", chat.read, name="read"),
    path("t/<token:token>/notes/", chat.keep_notes, name="notes"),
    path("t/<token:token>/history/", history.history, name="history"),
    path("t/<token:token>/course/", course.course, name="course"),
    path("w/<token:watch_token>/course/", course.course, name="watched_course"),
    path("t/<token:token>/record/", history.record, name="record"),
    path("t/<token:token>/report/", report.report, name="report"),
    path("w/<token:watch_token>/history/", history.history, name="watched_history"),
    path("w/<token:watch_token>/report/", report.report, name="watched_report"),
    path("w/<token:watch_token>/", table.watch, name="watch"),
    path("next/", onward.next_table, name="next"),
    path("import/", replays.import_record, name="import"),
    path("me/", me.me, name="me"),
    path("me/forget/", me.forget, name="forget"),
    path("me/tables/", lobby.own, name="own"),
    path("me/link/", me.ask_link, name="ask_link"),
    path("me/link/<str:word>/", me.sign_in, name="sign_in"),
    path("go/<str:word>/", me.go, name="go"),
    path("me/confirm/<str:word>/", me.confirm, name="confirm"),
    path("me/silence/<str:word>/", me.silence, name="silence"),
    path("push/", push.on, name="push"),
    path("push/off/", push.off, name="push_off"),
    path("sw.js", push.worker, name="push_worker"),
    path("dev/mail/", dev.mail, name="dev_mail"),
    path("theme/", lobby.theme, name="theme"),
    path("favicon.ico", site.favicon),
    path("manifest.webmanifest", site.manifest, name="manifest"),
    path("health/", site.health, name="health"),
    path("i18n/", include("django.conf.urls.i18n")),
    path("admin/status/", status.status, name="status"),
    path("admin/login/", limited("admin", most=10, seconds=600)(admin.site.login)),
    path("admin/", admin.site.urls),
]

if settings.METRICS:
    urlpatterns.append(path("metrics", status.metrics, name="metrics"))

websocket_urlpatterns: list[URLPattern] = [
    path("ws/table/<token:token>/", TableConsumer.as_asgi()),
    path("ws/watch/<token:watch_token>/", TableConsumer.as_asgi()),
]
