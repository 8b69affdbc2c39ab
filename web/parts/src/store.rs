//! The page's store. It is opened by the first part of the program that asks for it, so that who
//! only looks around neither loads it nor has a database made.

use std::rc::Rc;

use futures::FutureExt;
use futures::future::{LocalBoxFuture, Shared};
use kikitori_browser::{OpenedStore, Profiles, StoreKind, open_store};
use leptos::prelude::*;

use crate::crash;
use crate::page::Page;

/// Tells the element's script what to say should the module break, where nothing is stored.
const UNSTORED: &str = "unstored";

/// What is opened once, for as long as the page lives.
type Opening<T> = StoredValue<Shared<LocalBoxFuture<'static, T>>, LocalStorage>;

#[derive(Clone, Copy)]
struct Opened(Opening<OpenedStore>);

#[derive(Clone, Copy)]
struct Known(Opening<Rc<Profiles>>);

impl Page {
    /// The store, once it is open.
    pub async fn store(self) -> OpenedStore {
        let Opened(opening) = self.kept(|| {
            let opening = async move {
                let opened = open_store().await;
                match self.is_embedded() {
                    // The root of a page around is not this one's to mark.
                    true if opened.kind == StoreKind::Memory => {
                        self.tell(UNSTORED, || self.messages_now().lost_with_tab.into());
                    }
                    true => {}
                    false => crash::note_store(opened.kind),
                }
                self.store_kind.set(Some(opened.kind));
                self.store_elsewhere.set(opened.elsewhere);
                self.store_full.set(opened.is_full);
                opened
            };
            Opened(StoredValue::new_local(opening.boxed_local().shared()))
        });
        opening.get_value().await
    }

    /// What endpoints were found to support, once the store is open.
    pub async fn profiles(self) -> Rc<Profiles> {
        let Known(opening) = self.kept(|| {
            let opening = async move { Profiles::new(self.store().await.store) };
            Known(StoredValue::new_local(opening.boxed_local().shared()))
        });
        opening.get_value().await
    }
}
