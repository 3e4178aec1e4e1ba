//! Pairing: a code is used up for the certificate of a box, in one transaction with the rows of the box and of a new bar.

use base64::Engine;
use base64::engine::general_purpose::STANDARD as BASE64;

use super::callers::{BoxCaller, revoked};
use super::codes::hash;
use crate::accounts::audit::{Event, record_as};
use crate::database::{Database, DatabaseError, Transaction};
use crate::error::{HeadCode, HeadError};
use crate::keys::{Authority, BAR_DIGITS, BoxCertificate, BoxName, is_digits, random};
use crate::web::moment;
use backup::parcels::{PairAnswer, PairRequest};
use bar::standby::Code;
use base::Timestamp;
use base::text::{self, hex};

/// Bytes of a box's random name.
const BOX_BYTES: usize = 8;
/// Who asked for a certificate, on record: the first box of the bar.
const BOX_NAME: &str = "The box";
/// Most second boxes that hang on a box at a time: one that follows, and one that is to take its place.
const SECONDS_MAX: i64 = 2;
/// Longest base64 text of a certificate signing request, in bytes.
const REQUEST_TEXT_MAX: usize = 8 * 1024;

/// What pairing needs of head office.
#[derive(Clone, Copy)]
pub struct PairContext<'a> {
    pub database: &'a Database,
    pub authority: &'a Authority,
    /// Head office's name, as the box shows it.
    pub name: &'a str,
    pub now: Timestamp,
}

/// Why a transaction of pairing ended.
enum Failure {
    Refused(HeadError),
    /// The code does not count.
    WrongCode,
    Database(DatabaseError),
}

/// A request whose form was checked.
struct CheckedRequest<'a> {
    /// Blank for a new device that is to be restored: then it is the bar of the code.
    bar: &'a str,
    version: String,
    /// The certificate signing request, DER.
    signing: Vec<u8>,
    is_demo: bool,
}

/// A code as the database has it.
struct CodeRow {
    bar: Option<String>,
    name: String,
    made_by: String,
    used_by_box: Option<String>,
}

impl CodeRow {
    /// The bar of a request with this code.
    fn bar_of<'a>(&'a self, request: &CheckedRequest<'a>) -> Result<&'a str, HeadError> {
        let new = || HeadError::new(HeadCode::UnknownBar, "This code is for a new bar. Ask for one that replaces the box of a bar.");
        if request.bar.is_empty() { self.bar.as_deref().ok_or_else(new) } else { Ok(request.bar) }
    }
}

/// Uses up a code, and gives the box of `request` a certificate. The same device gets its name again, unless it was revoked.
///
/// # Errors
/// 400 on field `code`; 409 `bar_known`, `other_bar`, `conflict` (a demo); 400 for another form; those of the database.
pub async fn pair(context: PairContext<'_>, code: &Code, request: &PairRequest) -> Result<PairAnswer, HeadError> {
    let request = &checked(request)?;
    let code = &hash(code);
    let new_name = &new_box_name()?;
    let once = |is_repeated: bool| {
        let work =
            move |transaction: Transaction| async move { use_code(&transaction, context, code, request, new_name, is_repeated).await };
        context.database.transaction(work)
    };
    let paired = match once(false).await {
        // The code would be lost with the answer, so the second look finds out whether the first commit happened.
        Err(Failure::Database(DatabaseError::OutcomeUnknown(_))) => once(true).await,
        paired => paired,
    };
    match paired {
        Ok((box_name, certificate)) => Ok(context.answer(box_name, &certificate)),
        Err(Failure::WrongCode) => Err(wrong_code()),
        Err(Failure::Refused(error)) => Err(error),
        Err(Failure::Database(error)) => Err(error.into()),
    }
}

/// Gives a second box a certificate through the box that it follows. It hangs on that box: it is revoked with it, and reads no books, until
/// an entry `box.promoted` of its own has arrived. `request` is a signing request, DER in base64.
///
/// # Errors
/// 400 on field `request`; 403 `forbidden` where a second box asks, `revoked`; 409 `conflict` for a third one at a time; those of the
/// database.
pub async fn certify_second(context: PairContext<'_>, asker: &BoxCaller, request: &str, version: &str) -> Result<PairAnswer, HeadError> {
    if asker.is_second {
        return Err(HeadError::forbidden());
    }
    let signing = signing_request(request)?;
    let request = &CheckedRequest { bar: &asker.bar, version: checked_version(version)?, signing, is_demo: false };
    let new_name = &new_box_name()?;
    let work = move |transaction: Transaction| async move { keep_second(&transaction, context, asker, request, new_name).await };
    match context.database.transaction(work).await {
        Ok((box_name, certificate)) => Ok(context.answer(box_name, &certificate)),
        Err(Failure::WrongCode) => Err(wrong_code()),
        Err(Failure::Refused(error)) => Err(error),
        Err(Failure::Database(error)) => Err(error.into()),
    }
}

/// 400: the code does not count.
pub(super) fn wrong_code() -> HeadError {
    HeadError::field("code", "This code is wrong, used or older than 15 minutes")
}

impl PairContext<'_> {
    fn answer(&self, box_name: String, certificate: &[u8]) -> PairAnswer {
        PairAnswer {
            box_name,
            certificate: BASE64.encode(certificate),
            authority: BASE64.encode(self.authority.certificate()),
            name: self.name.to_owned(),
        }
    }
}

/// Marks the code as used, and keeps the bar and the box. Returns the box's name and certificate. `is_repeated`: an attempt before may have
/// been committed; then its certificate is the answer.
async fn use_code(
    transaction: &Transaction,
    context: PairContext<'_>,
    code: &[u8],
    request: &CheckedRequest<'_>,
    new_name: &str,
    is_repeated: bool,
) -> Result<(String, Vec<u8>), Failure> {
    let select = "SELECT bar, name, made_by, used_by_box FROM codes WHERE hash = $1 AND expires_at > $2";
    let row = transaction.query_opt(select, &[&code, &moment(context.now)]).await?.ok_or(Failure::WrongCode)?;
    let row = CodeRow { bar: row.try_get(0)?, name: row.try_get(1)?, made_by: row.try_get(2)?, used_by_box: row.try_get(3)? };
    let request =
        &CheckedRequest { bar: row.bar_of(request)?, version: request.version.clone(), signing: request.signing.clone(), ..*request };
    if let Some(used_by) = &row.used_by_box {
        return match is_repeated {
            true => certificate_of(transaction, context, used_by, request).await,
            false => Err(Failure::WrongCode),
        };
    }
    if request.is_demo {
        return Err(HeadError::conflict("A demo bar has no head office").into());
    }
    keep_bar(transaction, context, &row, request).await?;
    let kept = keep_box(transaction, context, request, new_name, None).await?;
    let update = "UPDATE codes SET used_by_box = $2 WHERE hash = $1 AND used_by_box IS NULL";
    // Another box may have used it since it was read.
    if transaction.execute(update, &[&code, &kept.0]).await? != 1 {
        return Err(Failure::WrongCode);
    }
    let event = Event::new("box.paired", format!("The box {} was connected with a code for {}", kept.0, row.name));
    record_as(transaction, context.now, None, &row.made_by, event.of_bar(request.bar)).await?;
    Ok(kept)
}

/// Keeps a second box, and puts it on record.
async fn keep_second(
    transaction: &Transaction,
    context: PairContext<'_>,
    asker: &BoxCaller,
    request: &CheckedRequest<'_>,
    new_name: &str,
) -> Result<(String, Vec<u8>), Failure> {
    // Locked, so that who revokes the box finds this one too.
    let of_asker = "SELECT revoked_at IS NOT NULL FROM boxes WHERE box = $1 FOR UPDATE";
    let row = transaction.query_opt(of_asker, &[&asker.box_name]).await?;
    if row.map(|row| row.try_get(0)).transpose()?.unwrap_or(true) {
        return Err(revoked().into());
    }
    let known = box_with_key(transaction, context, request).await?;
    let hanging = "SELECT count(*) FROM boxes WHERE asked_by = $1 AND promoted_at IS NULL AND revoked_at IS NULL";
    let seconds: i64 = transaction.query_one(hanging, &[&asker.box_name]).await?.try_get(0)?;
    if known.is_none() && seconds >= SECONDS_MAX {
        let words = format!("This box has {SECONDS_MAX} second boxes. Revoke one at head office first.");
        return Err(HeadError::conflict(words).into());
    }
    let kept = keep_box(transaction, context, request, new_name, Some(&asker.box_name)).await?;
    let event = Event::new("box.second", format!("The box {} got a certificate as a second box", kept.0));
    record_as(transaction, context.now, None, BOX_NAME, event.of_bar(request.bar)).await?;
    Ok(kept)
}

/// Adds the bar of a code for a new one; checks the bar of a code for a known one.
async fn keep_bar(
    transaction: &Transaction,
    context: PairContext<'_>,
    code: &CodeRow,
    request: &CheckedRequest<'_>,
) -> Result<(), Failure> {
    match &code.bar {
        Some(bar) if bar == request.bar => Ok(()),
        Some(_) => Err(HeadError::new(HeadCode::OtherBar, format!("This code is for another bar: {}", code.name)).into()),
        None => {
            let insert = "INSERT INTO bars (bar, name, added_at, added_by) VALUES ($1, $2, $3, $4) ON CONFLICT (bar) DO NOTHING";
            match transaction.execute(insert, &[&request.bar, &code.name, &moment(context.now), &code.made_by]).await? {
                1 => Ok(()),
                _ => {
                    let words = "Head office knows this bar. Ask for a code that replaces its box.";
                    Err(HeadError::new(HeadCode::BarKnown, words).into())
                }
            }
        }
    }
}

/// Keeps the box with a new certificate. A key that the bar has already stays the same box, unless it was revoked. `asked_by`: the box on
/// which a new second box hangs; without it the box has a code, and hangs on none any more.
async fn keep_box(
    transaction: &Transaction,
    context: PairContext<'_>,
    request: &CheckedRequest<'_>,
    new_name: &str,
    asked_by: Option<&str>,
) -> Result<(String, Vec<u8>), Failure> {
    let known = box_with_key(transaction, context, request).await?;
    let box_name = known.unwrap_or_else(|| new_name.to_owned());
    let issued = issue(context, request, &box_name)?;
    let upsert = "INSERT INTO boxes (box, bar, public_key, certificate, paired_at, version, asked_by) VALUES ($1, $2, $3, $4, $5, $6, $7) \
                  ON CONFLICT (box) DO UPDATE SET certificate = EXCLUDED.certificate, paired_at = EXCLUDED.paired_at, \
                  version = EXCLUDED.version, asked_by = CASE WHEN EXCLUDED.asked_by IS NULL THEN NULL ELSE boxes.asked_by END";
    let (key, certificate) = (&issued.public_key.0, &issued.certificate);
    transaction.execute(upsert, &[&box_name, &request.bar, key, certificate, &moment(context.now), &request.version, &asked_by]).await?;
    Ok((box_name, issued.certificate))
}

/// The box of the bar that has the request's key and was not revoked.
async fn box_with_key(
    transaction: &Transaction,
    context: PairContext<'_>,
    request: &CheckedRequest<'_>,
) -> Result<Option<String>, Failure> {
    let key = issue(context, request, &"0".repeat(2 * BOX_BYTES))?.public_key.0;
    let select = "SELECT box FROM boxes WHERE bar = $1 AND public_key = $2 AND revoked_at IS NULL ORDER BY paired_at LIMIT 1";
    let row = transaction.query_opt(select, &[&request.bar, &key]).await?;
    Ok(row.map(|row| row.try_get(0)).transpose()?)
}

/// The certificate that an attempt before gave the same key.
async fn certificate_of(
    transaction: &Transaction,
    context: PairContext<'_>,
    box_name: &str,
    request: &CheckedRequest<'_>,
) -> Result<(String, Vec<u8>), Failure> {
    if box_with_key(transaction, context, request).await?.as_deref() != Some(box_name) {
        return Err(Failure::WrongCode);
    }
    let row = transaction.query_one("SELECT certificate FROM boxes WHERE box = $1", &[&box_name]).await?;
    Ok((box_name.to_owned(), row.try_get(0)?))
}

fn issue(context: PairContext<'_>, request: &CheckedRequest<'_>, box_name: &str) -> Result<BoxCertificate, Failure> {
    let name = BoxName { box_name: box_name.to_owned(), bar: request.bar.to_owned() };
    let issued = context.authority.issue_box(&request.signing, &name).map_err(HeadError::internal)?;
    issued.ok_or_else(|| not_a_request().into())
}

fn checked(request: &PairRequest) -> Result<CheckedRequest<'_>, HeadError> {
    // A new device that is to be restored has no bar yet.
    if !request.bar.is_empty() && !is_digits(&request.bar, BAR_DIGITS) {
        return Err(HeadError::field("bar", format!("A bar's name has {BAR_DIGITS} hexadecimal digits")));
    }
    let signing = signing_request(&request.request)?;
    Ok(CheckedRequest { bar: &request.bar, version: checked_version(&request.version)?, signing, is_demo: request.demo })
}

fn checked_version(version: &str) -> Result<String, HeadError> {
    text::line(version).map_err(|error| HeadError::field("version", error.to_string()))
}

fn signing_request(text: &str) -> Result<Vec<u8>, HeadError> {
    if text.len() > REQUEST_TEXT_MAX {
        return Err(not_a_request());
    }
    BASE64.decode(text).map_err(|_| not_a_request())
}

fn not_a_request() -> HeadError {
    HeadError::field("request", "This is not a certificate signing request (PKCS #10, DER, base64) of a P-256 key")
}

fn new_box_name() -> Result<String, HeadError> {
    Ok(hex(&random::<BOX_BYTES>().map_err(HeadError::internal)?))
}

impl From<HeadError> for Failure {
    fn from(error: HeadError) -> Self {
        match error {
            // Of a statement: the transaction may run again.
            HeadError::Sql(error) => Failure::Database((*error).into()),
            refused => Failure::Refused(refused),
        }
    }
}

impl From<DatabaseError> for Failure {
    fn from(error: DatabaseError) -> Self {
        Failure::Database(error)
    }
}

impl From<tokio_postgres::Error> for Failure {
    fn from(error: tokio_postgres::Error) -> Self {
        Failure::Database(error.into())
    }
}
