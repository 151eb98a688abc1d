"""Every address of the portal."""

from django.contrib import admin
from django.urls import URLPattern, URLResolver, include, path

from portal.views import site

urlpatterns: list[URLPattern | URLResolver] = [
    path("", site.front, name="front"),
    path("health/", site.health, name="health"),
    path("i18n/", include("django.conf.urls.i18n")),
    path("admin/", admin.site.urls),
]

# Addresses of consumers: path("ws/...", SomeConsumer.as_asgi()).
websocket_urlpatterns: list[URLPattern] = []
