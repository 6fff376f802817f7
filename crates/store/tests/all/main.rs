//! What the store promises, on real files and on a real PostgreSQL.

mod file;
mod place;
mod postgres;
mod promises;
mod thoughts;
