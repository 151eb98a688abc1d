from django.apps.registry import Apps
from django.contrib.auth.management import create_permissions
from django.db import migrations
from django.db.backends.base.schema import BaseDatabaseSchemaEditor

LOOKS = ["view_table", "view_move", "view_seat", "view_report", "view_message", "view_audit", "view_ban"]
GROUPS = {
    # Who looks after people: what is said, how they call themselves, whether they may play here.
    "moderator": [
        *LOOKS, "view_person", "handle_report", "hide_message", "ban", "rename_seat", "free_seat", "close_table",
        "reopen_table", "rewind_table",
    ],
    # Who looks after the machine: clocks after an outage, mails, matches that do not replay, wishes to be forgotten.
    "operator": [
        *LOOKS, "view_notice", "view_person", "resend_notice", "default_table", "extend_table", "replay_table",
        "reopen_table", "rewind_table", "anonymise_person",
    ],
}


def make_groups(apps: Apps, schema_editor: BaseDatabaseSchemaEditor | None) -> None:
    # Permissions are made after all migrations otherwise, which is too late for us.
    config = apps.get_app_config("portal")
    if not getattr(config, "models_module", None):
        config.models_module = True  # an app of the past has none, and would be passed over
    create_permissions(config, apps=apps, verbosity=0)
    Group, Permission = apps.get_model("auth", "Group"), apps.get_model("auth", "Permission")
    for name, rights in GROUPS.items():
        group, _made = Group.objects.get_or_create(name=name)
        found = Permission.objects.filter(content_type__app_label="portal", codename__in=rights)
        assert found.count() == len(rights), sorted(set(rights) - set(found.values_list("codename", flat=True)))
        group.permissions.add(*found)


def drop_groups(apps: Apps, schema_editor: BaseDatabaseSchemaEditor) -> None:
    apps.get_model("auth", "Group").objects.filter(name__in=GROUPS).delete()


class Migration(migrations.Migration):

    dependencies = [
        ("portal", "0009_moderation"),
        ("auth", "0012_alter_user_first_name_max_length"),
        ("contenttypes", "0002_remove_content_type_name"),
    ]

    operations = [migrations.RunPython(make_groups, drop_groups)]
