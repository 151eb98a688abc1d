"""Every seat gets a return code of its own."""

import portal.models
from django.db import migrations, models


def give_codes(apps, schema_editor):
    """A default is worked out once for all rows that exist: give each its own."""
    for seat in apps.get_model("portal", "Seat").objects.only("pk").iterator():
        type(seat).objects.filter(pk=seat.pk).update(code=portal.models.new_code())


class Migration(migrations.Migration):
    dependencies = [("portal", "0002_rematch_and_addresses")]

    operations = [
        migrations.AddField(
            model_name="seat",
            name="code",
            field=models.CharField(
                default=portal.models.new_code,
                editable=False,
                help_text="reopens the seat at public tables",
                max_length=6,
            ),
        ),
        migrations.RunPython(give_codes, migrations.RunPython.noop),
    ]
