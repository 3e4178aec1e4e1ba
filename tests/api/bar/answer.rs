//! A complete HTTP response with assertions on its status, headers and body.

use reqwest::header::HeaderMap;
use serde_json::Value;

/// A response whose body has been read to the end.
pub struct Answer {
    pub status: u16,
    /// The body as received.
    pub bytes: Vec<u8>,
    /// Method and path, for failure messages.
    call: String,
    headers: HeaderMap,
}

impl Answer {
    pub(super) async fn read(call: String, response: reqwest::Response) -> Self {
        let (status, headers) = (response.status().as_u16(), response.headers().clone());
        let bytes = response.bytes().await.expect("a complete body").to_vec();
        Answer { status, bytes, call, headers }
    }

    /// The body as text. A CSV file must begin with a byte order mark, which is left out here.
    #[track_caller]
    pub fn text(&self) -> String {
        let text = String::from_utf8(self.bytes.clone()).expect("text");
        if self.status == 200 && self.header("content-type").is_some_and(|kind| kind.starts_with("text/csv")) {
            return text.strip_prefix('\u{feff}').unwrap_or_else(|| panic!("{}: no byte order mark", self.call)).to_owned();
        }
        text
    }

    /// The body as JSON; null when there is none.
    #[track_caller]
    pub fn json(&self) -> Value {
        if self.bytes.is_empty() {
            return Value::Null;
        }
        serde_json::from_slice(&self.bytes).unwrap_or_else(|_| panic!("{}: {} is not JSON: {}", self.call, self.status, self.text()))
    }

    /// The value of a header; `None` without one.
    pub fn header(&self, name: &str) -> Option<&str> {
        self.headers.get(name).map(|value| value.to_str().expect("text"))
    }

    /// The path of the next page from the `Link` header; `None` on the last page.
    #[track_caller]
    pub fn next(&self) -> Option<String> {
        let (address, rest) = self.header("link")?.strip_prefix('<')?.split_once('>')?;
        assert_eq!(rest, "; rel=\"next\"");
        Some(address.to_owned())
    }

    pub fn headers(&self) -> &HeaderMap {
        &self.headers
    }

    /// Expects this status, and the shape of a refusal from 400 up. Returns the body as JSON.
    #[track_caller]
    pub fn has_status(self, status: u16) -> Value {
        assert_eq!(self.status, status, "{}: {}", self.call, String::from_utf8_lossy(&self.bytes));
        if status >= 400 {
            self.assert_refusal_shape();
        }
        self.json()
    }

    /// Expects 200.
    #[track_caller]
    pub fn ok(self) -> Value {
        self.has_status(200)
    }

    /// Expects 201.
    #[track_caller]
    pub fn created(self) -> Value {
        self.has_status(201)
    }

    /// The body of a success: 200, or 201.
    #[track_caller]
    pub fn in_200s(self) -> Value {
        assert!((200..300).contains(&self.status), "{}: {}", self.status, self.text());
        self.json()
    }

    /// Expects a refusal with this status and error code. Returns the body.
    #[track_caller]
    pub fn refused(self, status: u16, code: &str) -> Value {
        let call = self.call.clone();
        let body = self.has_status(status);
        assert_eq!(body["code"], code, "{call}: {body}");
        body
    }

    /// Expects 400 with the code `invalid` and this message. Returns the body.
    #[track_caller]
    pub fn invalid(self, message: &str) -> Value {
        let call = self.call.clone();
        let body = self.refused(400, "invalid");
        assert_eq!(body["message"], message, "{call}: {body}");
        body
    }

    #[track_caller]
    fn assert_refusal_shape(&self) {
        let body = self.json();
        assert!(body["message"].as_str().is_some_and(|message| !message.is_empty()), "{}: no message: {body}", self.call);
        assert!(body["code"].is_string(), "{}: no code: {body}", self.call);
        assert!(body.get("fields").is_some_and(|fields| fields.is_null() || fields.is_object()), "{}: no fields: {body}", self.call);
        assert_eq!(self.header("content-type"), Some("application/json"), "{}", self.call);
    }
}
