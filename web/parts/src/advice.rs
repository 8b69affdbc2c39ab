//! What a person can do about a model call that failed.

use kikitori_llm::ErrorKind;

use crate::Tongue;

/// What the person can do about it, as one to three sentences.
pub fn model_advice(tongue: Tongue, kind: ErrorKind) -> &'static str {
    match tongue {
        Tongue::En => kind.advice(),
        Tongue::Ja => in_japanese(kind),
    }
}

fn in_japanese(kind: ErrorKind) -> &'static str {
    match kind {
        ErrorKind::Unreachable => {
            "このページのサーバーが応答しません。オンラインであること、サーバーが動いていることを確認してから、もう一度試してください。直接つなぐ接続先の場合は、接続先がこのページのアドレスを許可している（CORS）必要があり、手元の端末やローカルネットワークにある接続先にはブラウザーの許可も必要です。"
        }
        ErrorKind::BrokeOff => {
            "モデルの返答が途中で切れました。もう一度試すと、同じところからやり直します。"
        }
        ErrorKind::SlowToBegin => {
            "モデルの返答が時間内に始まりませんでした。読み込み中か、混み合っている可能性があります。もう一度試すと、同じところからやり直します。"
        }
        ErrorKind::WentSilent => {
            "モデルの返答が途中で止まりました。オンラインであることを確認して、もう一度試してください。同じところからやり直します。"
        }
        ErrorKind::TookTooLong => {
            "モデルの返答に時間がかかりすぎたため、中断しました。もう一度試してください。続くようであれば、このページの管理者がより速いモデルを選ぶ必要があります。"
        }
        ErrorKind::ForeignOrigin => {
            "サーバーは自分のページからの要求にだけ応じますが、このページは別のアドレスから開かれています。サーバー自身のアドレスで開いてください。"
        }
        ErrorKind::UnknownHost => {
            "サーバーがこのページのアドレスのホスト名を認識していません。localhost で開くか、管理者にこの名前の許可（--host 名前）を依頼してください。"
        }
        ErrorKind::UnknownAddress => {
            "要求した先にモデルがありません。ページを再読み込みしてください。続くようであれば、管理者が接続先の URL を確認する必要があります。"
        }
        ErrorKind::EndpointUnreachable => {
            "このページのサーバーからモデルに接続できません。このページの管理者がモデルのサーバーが動いていることと URL を確認する必要があります。それからもう一度試してください。"
        }
        ErrorKind::EndpointTooSlow => {
            "モデルのサーバーが時間内に応答しませんでした。モデルを読み込んでいる可能性があります。しばらくしてから、もう一度試してください。"
        }
        ErrorKind::EndpointRedirects => {
            "モデルのサーバーが別のアドレスへ転送しようとしました。キーが他へ渡らないよう、転送には従いません。このページの管理者が接続先の URL をそのアドレスに変える必要があります。"
        }
        ErrorKind::WrongKey => {
            "接続先にキーを拒否されました。このページの管理者が API キーを確認して起動し直す必要があります。それからもう一度試してください。"
        }
        ErrorKind::UnknownModel => {
            "接続先がこのモデルまたはアドレスを認識していません。このページの管理者がモデル名と接続先の URL を確認する必要があります。"
        }
        ErrorKind::NoQuota => {
            "接続先のアカウントの利用枠が残っていません。このページの管理者が追加する必要があります。"
        }
        ErrorKind::TooOften => "接続先が混み合っています。少し待ってから、もう一度試してください。",
        ErrorKind::TooLong => {
            "対話がこの接続先には長すぎます。このページの管理者は、より大きなコンテキストのモデルを選べます。"
        }
        ErrorKind::ServerTrouble => {
            "モデルのサーバーに問題が起きています。しばらくしてから、もう一度試してください。"
        }
        ErrorKind::Refused => "接続先がリクエストを拒否しました。理由は詳細にあります。",
        ErrorKind::Reported => {
            "モデルのサーバーが問題を報告しました。しばらくしてから、もう一度試してください。"
        }
        ErrorKind::TokenLimit => {
            "返答が終わる前に、モデルのトークンの上限に達しました。もう一度試してください。続くようであれば、このページの管理者がコンテキストか出力の上限を大きくする必要があります。"
        }
        ErrorKind::NotChat => {
            "モデルのサーバーから、対話の返答ではないものが届きました。接続先の URL が /v1 で終わり、OpenAI のプロトコルに対応しているか確認してください。"
        }
        ErrorKind::Filtered => {
            "接続先が返答を差し止めました。もう一度試すか、別の言い方をしてください。"
        }
    }
}
