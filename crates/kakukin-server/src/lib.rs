//! The web app and its HTTP API.
