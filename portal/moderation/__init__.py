"""What the staff may do, each with a right of its own, a reason, and an entry in the audit.

Every act looks at what it changes under the same locks as players' moves, brings clocks and notices in line, and tells
the open pages on commit. An entry says what differs between before and after, and nothing of a match that players may
not know: no move, no hand, no digest. Acts raise Refused with nothing changed.
"""

from portal.moderation import act, people, seats, tables, talk

__all__ = ["act", "people", "seats", "tables", "talk"]
