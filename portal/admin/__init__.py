"""The moderators' pages: what is stuck, reported or overdue, and what may be done about it.

Everything can be looked at and nothing edited; what is done goes through portal.moderation, with a reason. No page
shows what a player may not know: no seed and no link, and no move of a match that is not over.
"""

from django.contrib.admin.sites import site

from portal.admin import notices, people, tables, talk

site.site_header = "Dragon tables: the staff’s pages"
site.site_title = "Dragon tables"

__all__ = ["notices", "people", "tables", "talk"]
