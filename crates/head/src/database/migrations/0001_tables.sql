-- Every table has a primary key, and head office makes all ids. Times are UTC; money is in minor units.
-- Each statement may run again after it was interrupted.

CREATE TABLE IF NOT EXISTS meta (
    name TEXT NOT NULL,
    value TEXT NOT NULL,
    PRIMARY KEY (name)
);

CREATE TABLE IF NOT EXISTS bars (
    bar TEXT NOT NULL,
    name TEXT NOT NULL,
    added_at TIMESTAMPTZ NOT NULL,
    added_by TEXT NOT NULL,
    PRIMARY KEY (bar)
);

-- A code for a new bar has a name and no bar. Only the hash of a code is kept.
CREATE TABLE IF NOT EXISTS codes (
    hash BYTEA NOT NULL,
    bar TEXT,
    name TEXT NOT NULL,
    made_by TEXT NOT NULL,
    made_at TIMESTAMPTZ NOT NULL,
    expires_at TIMESTAMPTZ NOT NULL,
    used_by_box TEXT,
    PRIMARY KEY (hash)
);

-- What the last hello said stands with the box that said it.
CREATE TABLE IF NOT EXISTS boxes (
    box TEXT NOT NULL,
    bar TEXT NOT NULL,
    public_key BYTEA NOT NULL,
    certificate BYTEA NOT NULL,
    paired_at TIMESTAMPTZ NOT NULL,
    revoked_at TIMESTAMPTZ,
    last_seen_at TIMESTAMPTZ,
    version TEXT NOT NULL,
    line_id BIGINT,
    journal BIGINT,
    box_now TIMESTAMPTZ,
    kinds JSONB,
    damaged TEXT,
    PRIMARY KEY (box)
);

CREATE INDEX IF NOT EXISTS boxes_of_bar ON boxes (bar);

-- line_id: 63 bits of the SHA-256 of bar and line. parent, from_seq, from_hash: the line that it left, and its last common entry.
-- seq and hash: the newest entry here; both are the parent's last common entry before the first parcel.
-- figures_upto: everything up to there was sent. figures_first: the first look of a sending in parts that is not complete.
CREATE TABLE IF NOT EXISTS lines (
    line_id BIGINT NOT NULL,
    bar TEXT NOT NULL,
    line TEXT NOT NULL,
    parent BIGINT,
    from_seq BIGINT NOT NULL,
    from_hash BYTEA,
    seq BIGINT NOT NULL,
    hash BYTEA,
    state TEXT NOT NULL,
    state_since TIMESTAMPTZ NOT NULL,
    box TEXT NOT NULL,
    began TIMESTAMPTZ NOT NULL,
    last_seen_at TIMESTAMPTZ NOT NULL,
    newest_at TIMESTAMPTZ,
    figures_upto BIGINT NOT NULL,
    figures_whole BOOLEAN NOT NULL,
    figures_at TIMESTAMPTZ,
    PRIMARY KEY (line_id)
);

CREATE INDEX IF NOT EXISTS lines_of_bar ON lines (bar);

-- A stored step of a line: packed entries and kept answers, in pieces of 256 KiB.
CREATE TABLE IF NOT EXISTS parcels (
    line_id BIGINT NOT NULL,
    last_seq BIGINT NOT NULL,
    first_seq BIGINT NOT NULL,
    box TEXT NOT NULL,
    made_at TIMESTAMPTZ NOT NULL,
    received_at TIMESTAMPTZ NOT NULL,
    last_hash BYTEA NOT NULL,
    bytes BIGINT NOT NULL,
    PRIMARY KEY (line_id, last_seq)
);

CREATE TABLE IF NOT EXISTS pieces (
    line_id BIGINT NOT NULL,
    last_seq BIGINT NOT NULL,
    piece BIGINT NOT NULL,
    bytes BYTEA NOT NULL,
    PRIMARY KEY (line_id, last_seq, piece)
);

-- Parcels from a file that do not join yet. hash: SHA-256 of the whole parcel.
CREATE TABLE IF NOT EXISTS waiting (
    bar TEXT NOT NULL,
    hash BYTEA NOT NULL,
    piece BIGINT NOT NULL,
    line TEXT NOT NULL,
    from_seq BIGINT NOT NULL,
    to_seq BIGINT NOT NULL,
    received_at TIMESTAMPTZ NOT NULL,
    bytes BYTEA NOT NULL,
    PRIMARY KEY (bar, hash, piece)
);

CREATE TABLE IF NOT EXISTS fig_day (
    line_id BIGINT NOT NULL,
    day DATE NOT NULL,
    upto BIGINT NOT NULL,
    receipts BIGINT NOT NULL,
    quantity BIGINT NOT NULL,
    usd BIGINT NOT NULL,
    charged_usd BIGINT NOT NULL,
    charged_lrd BIGINT NOT NULL,
    tax_usd BIGINT NOT NULL,
    tax_lrd BIGINT NOT NULL,
    PRIMARY KEY (line_id, day)
);

CREATE TABLE IF NOT EXISTS fig_hour (
    line_id BIGINT NOT NULL,
    day DATE NOT NULL,
    hour BIGINT NOT NULL,
    upto BIGINT NOT NULL,
    receipts BIGINT NOT NULL,
    quantity BIGINT NOT NULL,
    usd BIGINT NOT NULL,
    charged_usd BIGINT NOT NULL,
    charged_lrd BIGINT NOT NULL,
    tax_usd BIGINT NOT NULL,
    tax_lrd BIGINT NOT NULL,
    PRIMARY KEY (line_id, day, hour)
);

CREATE TABLE IF NOT EXISTS fig_product_day (
    line_id BIGINT NOT NULL,
    day DATE NOT NULL,
    product_id BIGINT NOT NULL,
    upto BIGINT NOT NULL,
    quantity BIGINT NOT NULL,
    usd BIGINT NOT NULL,
    charged_usd BIGINT NOT NULL,
    charged_lrd BIGINT NOT NULL,
    PRIMARY KEY (line_id, day, product_id)
);

CREATE TABLE IF NOT EXISTS fig_product_month (
    line_id BIGINT NOT NULL,
    month DATE NOT NULL,
    product_id BIGINT NOT NULL,
    upto BIGINT NOT NULL,
    quantity BIGINT NOT NULL,
    usd BIGINT NOT NULL,
    charged_usd BIGINT NOT NULL,
    charged_lrd BIGINT NOT NULL,
    PRIMARY KEY (line_id, month, product_id)
);

CREATE TABLE IF NOT EXISTS fig_category (
    line_id BIGINT NOT NULL,
    day DATE NOT NULL,
    category TEXT NOT NULL,
    upto BIGINT NOT NULL,
    quantity BIGINT NOT NULL,
    usd BIGINT NOT NULL,
    charged_usd BIGINT NOT NULL,
    charged_lrd BIGINT NOT NULL,
    PRIMARY KEY (line_id, day, category)
);

CREATE TABLE IF NOT EXISTS fig_person (
    line_id BIGINT NOT NULL,
    day DATE NOT NULL,
    user_id BIGINT NOT NULL,
    upto BIGINT NOT NULL,
    receipts BIGINT NOT NULL,
    quantity BIGINT NOT NULL,
    usd BIGINT NOT NULL,
    charged_usd BIGINT NOT NULL,
    charged_lrd BIGINT NOT NULL,
    tax_usd BIGINT NOT NULL,
    tax_lrd BIGINT NOT NULL,
    PRIMARY KEY (line_id, day, user_id)
);

CREATE TABLE IF NOT EXISTS fig_taking (
    line_id BIGINT NOT NULL,
    day DATE NOT NULL,
    method TEXT NOT NULL,
    currency TEXT NOT NULL,
    upto BIGINT NOT NULL,
    amount BIGINT NOT NULL,
    PRIMARY KEY (line_id, day, method, currency)
);

CREATE TABLE IF NOT EXISTS fig_exception (
    line_id BIGINT NOT NULL,
    day DATE NOT NULL,
    user_id BIGINT NOT NULL,
    kind TEXT NOT NULL,
    reason TEXT NOT NULL,
    upto BIGINT NOT NULL,
    count BIGINT NOT NULL,
    amount_usd BIGINT NOT NULL,
    PRIMARY KEY (line_id, day, user_id, kind, reason)
);

CREATE TABLE IF NOT EXISTS fig_shift (
    line_id BIGINT NOT NULL,
    shift_id BIGINT NOT NULL,
    upto BIGINT NOT NULL,
    till_name TEXT,
    responsible_name TEXT,
    day DATE,
    opened_at TIMESTAMPTZ,
    closed_at TIMESTAMPTZ,
    state TEXT,
    z_number TEXT,
    expected_usd BIGINT,
    expected_lrd BIGINT,
    counted_usd BIGINT,
    counted_lrd BIGINT,
    PRIMARY KEY (line_id, shift_id)
);

CREATE TABLE IF NOT EXISTS fig_open (
    line_id BIGINT NOT NULL,
    kind TEXT NOT NULL,
    id TEXT NOT NULL,
    upto BIGINT NOT NULL,
    name TEXT,
    table_name TEXT,
    since TIMESTAMPTZ,
    by_name TEXT,
    due_usd BIGINT,
    due_lrd BIGINT,
    remaining_usd BIGINT,
    PRIMARY KEY (line_id, kind, id)
);

CREATE TABLE IF NOT EXISTS fig_stock (
    line_id BIGINT NOT NULL,
    product_id BIGINT NOT NULL,
    upto BIGINT NOT NULL,
    level BIGINT,
    portions BIGINT,
    par BIGINT,
    state TEXT,
    PRIMARY KEY (line_id, product_id)
);

CREATE TABLE IF NOT EXISTS fig_product (
    line_id BIGINT NOT NULL,
    product_id BIGINT NOT NULL,
    upto BIGINT NOT NULL,
    name TEXT,
    brand TEXT,
    barcode TEXT,
    category TEXT,
    currency TEXT,
    price_usd BIGINT,
    price_lrd BIGINT,
    archived BOOLEAN,
    chain_id TEXT,
    PRIMARY KEY (line_id, product_id)
);

CREATE TABLE IF NOT EXISTS fig_user (
    line_id BIGINT NOT NULL,
    user_id BIGINT NOT NULL,
    upto BIGINT NOT NULL,
    username TEXT,
    first_name TEXT,
    last_name TEXT,
    role TEXT,
    is_active BOOLEAN,
    chain_id TEXT,
    PRIMARY KEY (line_id, user_id)
);

CREATE TABLE IF NOT EXISTS fig_setting (
    line_id BIGINT NOT NULL,
    name TEXT NOT NULL,
    upto BIGINT NOT NULL,
    value TEXT,
    PRIMARY KEY (line_id, name)
);

CREATE TABLE IF NOT EXISTS fig_directive (
    line_id BIGINT NOT NULL,
    number BIGINT NOT NULL,
    upto BIGINT NOT NULL,
    id TEXT,
    state TEXT,
    code TEXT,
    reason TEXT,
    decided_at TIMESTAMPTZ,
    PRIMARY KEY (line_id, number)
);

-- Figures that could not be kept. row_hash: SHA-256 of the key, so that a later good row of the same key removes it.
CREATE TABLE IF NOT EXISTS bad_figures (
    line_id BIGINT NOT NULL,
    set_name TEXT NOT NULL,
    row_hash BYTEA NOT NULL,
    upto BIGINT NOT NULL,
    why TEXT NOT NULL,
    row_text TEXT NOT NULL,
    at TIMESTAMPTZ NOT NULL,
    PRIMARY KEY (line_id, set_name, row_hash)
);

CREATE TABLE IF NOT EXISTS directives (
    bar TEXT NOT NULL,
    number BIGINT NOT NULL,
    id TEXT NOT NULL,
    kind TEXT NOT NULL,
    body JSONB NOT NULL,
    effective TEXT NOT NULL,
    by_name TEXT NOT NULL,
    at TIMESTAMPTZ NOT NULL,
    state TEXT NOT NULL,
    code TEXT,
    reason TEXT,
    decided_at TIMESTAMPTZ,
    PRIMARY KEY (bar, number)
);

CREATE TABLE IF NOT EXISTS chain_products (
    chain_id TEXT NOT NULL,
    body JSONB NOT NULL,
    bars JSONB NOT NULL,
    archived BOOLEAN NOT NULL,
    changed_at TIMESTAMPTZ NOT NULL,
    changed_by TEXT NOT NULL,
    PRIMARY KEY (chain_id)
);

CREATE TABLE IF NOT EXISTS chain_users (
    chain_id TEXT NOT NULL,
    body JSONB NOT NULL,
    bars JSONB NOT NULL,
    changed_at TIMESTAMPTZ NOT NULL,
    changed_by TEXT NOT NULL,
    PRIMARY KEY (chain_id)
);

-- People who sign in at head office. bars: "all" or a list of bars. totp_secret is sealed; totp_step: the last step whose code was used.
CREATE TABLE IF NOT EXISTS head_users (
    user_id TEXT NOT NULL,
    username TEXT NOT NULL,
    name TEXT NOT NULL,
    password_hash TEXT NOT NULL,
    must_change_password BOOLEAN NOT NULL,
    role TEXT NOT NULL,
    bars JSONB NOT NULL,
    is_active BOOLEAN NOT NULL,
    totp_secret BYTEA,
    totp_confirmed_at TIMESTAMPTZ,
    totp_step BIGINT NOT NULL,
    recovery_codes JSONB NOT NULL,
    added_at TIMESTAMPTZ NOT NULL,
    PRIMARY KEY (user_id)
);

CREATE UNIQUE INDEX IF NOT EXISTS head_users_by_username ON head_users (username);

CREATE TABLE IF NOT EXISTS sessions (
    token_hash BYTEA NOT NULL,
    user_id TEXT NOT NULL,
    began_at TIMESTAMPTZ NOT NULL,
    used_at TIMESTAMPTZ NOT NULL,
    PRIMARY KEY (token_hash)
);

CREATE INDEX IF NOT EXISTS sessions_of_user ON sessions (user_id);

-- Answers to requests with an Idempotency-Key.
CREATE TABLE IF NOT EXISTS kept_answers (
    request BYTEA NOT NULL,
    body_hash BYTEA NOT NULL,
    status BIGINT NOT NULL,
    body BYTEA NOT NULL,
    at TIMESTAMPTZ NOT NULL,
    PRIMARY KEY (request)
);

-- audit_id: time in milliseconds and a random part, so that the ids are in order of time.
CREATE TABLE IF NOT EXISTS audit (
    audit_id TEXT NOT NULL,
    at TIMESTAMPTZ NOT NULL,
    user_id TEXT,
    user_name TEXT NOT NULL,
    bar TEXT,
    kind TEXT NOT NULL,
    summary TEXT NOT NULL,
    PRIMARY KEY (audit_id)
);

-- What is open now, among years of what was: rows of settled orders and closed shifts stay.
CREATE INDEX IF NOT EXISTS fig_open_now ON fig_open (line_id) WHERE due_usd IS NOT NULL OR due_lrd IS NOT NULL;

CREATE INDEX IF NOT EXISTS fig_shift_now ON fig_shift (line_id) WHERE closed_at IS NULL;

CREATE INDEX IF NOT EXISTS fig_shift_by_day ON fig_shift (line_id, day);

CREATE INDEX IF NOT EXISTS directives_by_id ON directives (id);
