-- A second box hangs on the box that asked for its certificate (asked_by), until an entry box.promoted of its own arrives (promoted_at).
ALTER TABLE boxes ADD COLUMN IF NOT EXISTS asked_by TEXT;

ALTER TABLE boxes ADD COLUMN IF NOT EXISTS promoted_at TIMESTAMPTZ;

-- When a parcel of the bar was last refused because its boxes had sent as much as they may in a day.
ALTER TABLE bars ADD COLUMN IF NOT EXISTS quota_at TIMESTAMPTZ;

-- Codes of the second factor since the last right one (NULL: none), when the last one was given, and when there were last too many wrong ones.
ALTER TABLE head_users ADD COLUMN IF NOT EXISTS wrong_codes BIGINT;

ALTER TABLE head_users ADD COLUMN IF NOT EXISTS wrong_code_at TIMESTAMPTZ;

ALTER TABLE head_users ADD COLUMN IF NOT EXISTS codes_alert_at TIMESTAMPTZ;
