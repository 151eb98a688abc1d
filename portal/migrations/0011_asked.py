from django.apps.registry import Apps
from django.db import migrations, models
from django.db.backends.base.schema import BaseDatabaseSchemaEditor


def note_open_votes(apps: Apps, schema_editor: BaseDatabaseSchemaEditor) -> None:
    Table, Vote = apps.get_model("portal", "Table"), apps.get_model("portal", "Vote")
    Table.objects.filter(pk__in=Vote.objects.values("table")).update(asked=True)


class Migration(migrations.Migration):
    dependencies = [("portal", "0010_groups")]

    operations = [
        migrations.AddField(
            model_name="table",
            name="asked",
            field=models.BooleanField(
                default=False, help_text="its players may have votes open: who knows of none need not look"
            ),
        ),
        migrations.RunPython(note_open_votes, migrations.RunPython.noop),
    ]
