"""Every address of the portal."""

from django.contrib import admin
from django.urls import URLPattern, URLResolver, include, path

from portal.consumers import TableConsumer
from portal.views import lobby, me, site, table

urlpatterns: list[URLPattern | URLResolver] = [
    path("", lobby.front, name="lobby"),
    path("new/<slug:slug>/", lobby.new, name="new"),
    path("rules/<slug:slug>/", lobby.rules, name="rules"),
    path("t/<str:token>/", table.table, name="table"),
    path("t/<str:token>/sit/", table.sit, name="sit"),
    path("t/<str:token>/return/", table.come_back, name="return"),
    path("t/<str:token>/leave/", table.leave, name="leave"),
    path("t/<str:token>/free/", table.free, name="free"),
    path("t/<str:token>/draw/", table.draw, name="draw"),
    path("t/<str:token>/start/", table.start, name="start"),
    path("t/<str:token>/close/", table.close, name="close"),
    path("t/<str:token>/move/", table.move, name="move"),
    path("t/<str:token>/takeback/", table.take_back, name="takeback"),
    path("t/<str:token>/resign/", table.resign, name="resign"),
    path("w/<str:watch_token>/", table.watch, name="watch"),
    path("me/", me.me, name="me"),
    path("me/confirm/<str:word>/", me.confirm, name="confirm"),
    path("me/silence/<str:word>/", me.silence, name="silence"),
    path("theme/", lobby.theme, name="theme"),
    path("health/", site.health, name="health"),
    path("i18n/", include("django.conf.urls.i18n")),
    path("admin/", admin.site.urls),
]

websocket_urlpatterns: list[URLPattern] = [
    path("ws/table/<str:token>/", TableConsumer.as_asgi()),
    path("ws/watch/<str:watch_token>/", TableConsumer.as_asgi()),
]
