"""What the switch "tell me on this device" needs on every page that has it."""

from __future__ import annotations

from typing import Any

from django import template
from django.template import Context
from django.utils.crypto import salted_hmac

from portal import access, push

register = template.Library()


@register.simple_tag
def push_key() -> str:
    """The key that browsers are given to take our pushes; "" while pushing is off."""
    return push.public_key()


@register.simple_tag(takes_context=True)
def push_who(context: Context) -> str:
    """Differs whenever somebody else uses this browser: the device is theirs then."""
    request: Any = context["request"]
    return salted_hmac("portal.push", request.COOKIES.get(access.COOKIE, "")).hexdigest()[:16]
