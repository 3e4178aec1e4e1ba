//! `BucketUrl`: address of a bucket, or of a folder in it, in S3-compatible storage.

use std::fmt;
use std::str::FromStr;

use url::Url;

use super::host::parse_http_url;

/// URL scheme.
pub const SCHEME: &str = "s3://";
/// Region if the URL names none; most servers that are not Amazon's accept it too.
const REGION_DEFAULT: &str = "us-east-1";
/// Longest name of a bucket.
const BUCKET_LENGTH_MAX: usize = 63;

/// `s3://BUCKET/FOLDER?endpoint=https://storage.example&region=eu-west-1`. Without an endpoint: Amazon's.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct BucketUrl {
    pub bucket: String,
    /// Folder in the bucket, without leading or trailing slashes; empty for the bucket itself.
    pub path: String,
    /// URL of the server, without a trailing slash; `None` for Amazon's.
    pub endpoint: Option<String>,
    pub region: String,
}

impl FromStr for BucketUrl {
    type Err = String;
    fn from_str(text: &str) -> Result<Self, String> {
        let wrong = || format!("`{text}` is not a bucket: use s3://BUCKET/FOLDER?endpoint=https://HOST&region=REGION");
        // `url` accepts more than a bucket's URL: white space, a user, a port, `%`, `..`. So the characters are checked first, and the folder
        // is used as typed.
        let plain = |text: &str, more: &str| text.bytes().all(|b| b.is_ascii_alphanumeric() || more.as_bytes().contains(&b));
        let place = text.split_once('?').map_or(text, |(place, _)| place).strip_prefix(SCHEME).ok_or_else(wrong)?;
        let path = place.split_once('/').map_or("", |(_, path)| path.trim_matches('/'));
        if !plain(text, "-._/:?=&[]") || !plain(place, "-._/") || path.contains("//") {
            return Err(wrong());
        }
        let parsed = Url::parse(text).map_err(|_| wrong())?;
        let bucket = parsed.host_str().filter(|bucket| !bucket.is_empty() && bucket.len() <= BUCKET_LENGTH_MAX).ok_or_else(wrong)?;
        let mut url = BucketUrl { bucket: bucket.to_owned(), path: path.to_owned(), endpoint: None, region: REGION_DEFAULT.to_owned() };
        for (name, value) in parsed.query_pairs() {
            match name.as_ref() {
                // Rejects credentials in the endpoint: `Display` would show them.
                "endpoint" if plain(&value, "-._:/[]") && parse_http_url(&value).is_some() => {
                    url.endpoint = Some(value.trim_end_matches('/').to_owned());
                }
                "region" if !value.is_empty() && plain(&value, "-_") => url.region = value.into_owned(),
                _ => return Err(wrong()),
            }
        }
        Ok(url)
    }
}

/// For screens and logs: contains no credentials.
impl fmt::Display for BucketUrl {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{SCHEME}{}", self.bucket)?;
        if !self.path.is_empty() {
            write!(f, "/{}", self.path)?;
        }
        match &self.endpoint {
            Some(endpoint) => write!(f, " at {endpoint}"),
            None => Ok(()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_bucket_url_is_parsed_and_displayed() {
        let url: BucketUrl = "s3://my-bar/monrovia/one/?endpoint=https://storage.example:9000/&region=eu-west-1".parse().expect("a bucket");
        assert_eq!((url.bucket.as_str(), url.path.as_str(), url.region.as_str()), ("my-bar", "monrovia/one", "eu-west-1"));
        assert_eq!(url.to_string(), "s3://my-bar/monrovia/one at https://storage.example:9000");
        let bare: BucketUrl = "s3://my-bar".parse().expect("a bucket");
        assert_eq!((bare.path.as_str(), bare.endpoint, bare.region.as_str()), ("", None, REGION_DEFAULT));
        let odd: BucketUrl = "s3://My_Bar//a/../b//?&&region=x".parse().expect("a bucket");
        assert_eq!((odd.bucket.as_str(), odd.path.as_str(), odd.region.as_str()), ("My_Bar", "a/../b", "x"), "as typed");
        let address: BucketUrl = "s3://bar?endpoint=http://[::1]:9000/minio/".parse().expect("a bucket");
        assert_eq!(address.endpoint.as_deref(), Some("http://[::1]:9000/minio"));
    }

    #[test]
    fn other_texts_are_refused() {
        for text in [
            "my-bar",
            "s3://",
            "s3:///folder",
            "s3://a b",
            "s3://bar/a//b",
            "s3://bar?endpoint=storage.example",
            "s3://bar?endpoint=https://key:secret@storage.example",
            "s3://bar?region=",
            "s3://bar?secret=abc",
            "https://bar/folder",
            "S3://bar",
            " s3://bar",
            "s3://bar ",
            "s3://ba\tr",
            "s3://bar:9000/a",
            "s3://bar:/a",
            "s3://key@bar/a",
            "s3://b%61r/a",
            "s3://bar/a%2Fb",
            "s3://bar/a\\b",
            "s3://b\u{e4}r",
            "s3://bar#top",
            "s3://bar?region=a#top",
            "s3://bar?region=a%2Db",
            "s3://bar?region=a+b",
            "s3://bar?region=a\tb",
            "s3://bar?endpoint",
            "s3://bar?endpoint=https://",
            "s3://bar?endpoint=https://storage.example/%2e",
            "s3://bar?endpoint=https://storage.example?x=1",
            "s3://bar?endpoint=https://storage.example:99999",
        ] {
            assert!(text.parse::<BucketUrl>().is_err(), "{text}");
        }
    }
}
