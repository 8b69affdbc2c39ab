//! Questions about the sample manual, as people ask and not in its words, with the section that
//! answers each. The bench asks them too.

/// A question and the heading of the section that answers it.
pub type Labelled = [(&'static str, &'static str)];

/// About the English manual.
pub const ENGLISH: &Labelled = &[
    ("Do I need an account to begin?", "Starting an interview"),
    ("Can I load my own form?", "Starting an interview"),
    (
        "How do I get the questions in Japanese?",
        "Choosing a language",
    ),
    (
        "The form is in English but I want to talk in another language",
        "Choosing a language",
    ),
    (
        "Why does it want to know where I live?",
        "Country and time zone",
    ),
    (
        "How does it know what yesterday means?",
        "Country and time zone",
    ),
    (
        "How do I make a line break in my answer?",
        "Answering a question",
    ),
    ("Which key sends the message?", "Answering a question"),
    ("Why am I asked again?", "Follow-up questions"),
    (
        "How many times will it ask for missing details?",
        "Follow-up questions",
    ),
    ("I do not want to answer this one", "Skipping a question"),
    ("Can required questions be left out?", "Skipping a question"),
    (
        "I typed something wrong, how can I fix it?",
        "Correcting a mistake",
    ),
    ("Get back my previous message", "Correcting a mistake"),
    ("How many fields are left?", "Seeing how far you are"),
    ("What does the thin bar mean?", "Seeing how far you are"),
    ("When is the form finished?", "Checking and confirming"),
    (
        "Where can I read all my answers?",
        "Checking and confirming",
    ),
    ("What is in the file I download?", "Downloading the result"),
    ("Export to JSON", "Downloading the result"),
    ("What happens if I close the tab?", "Coming back later"),
    ("Can I continue tomorrow?", "Coming back later"),
    (
        "Is text that I typed and did not send lost?",
        "Coming back later",
    ),
    ("Remove my data from this computer", "Deleting an interview"),
    (
        "Can a deleted interview be restored?",
        "Deleting an interview",
    ),
    ("Does it work in a private window?", "Private windows"),
    (
        "It says the interview is open elsewhere",
        "Two tabs at once",
    ),
    (
        "The model is not answering",
        "When the model does not answer",
    ),
    (
        "How do I stop a reply that is too slow?",
        "When the model does not answer",
    ),
    ("It says the key was refused", "Wrong or missing key"),
    ("Where do I put the API key?", "Wrong or missing key"),
    (
        "Can I run it with Ollama on my own computer?",
        "Using a local model",
    ),
    (
        "Which models work? Do they need tools?",
        "Using a local model",
    ),
    ("Does the stand-in use AI?", "The scripted stand-in"),
    (
        "Try it without an internet connection",
        "The scripted stand-in",
    ),
    ("Are there cookies?", "What is stored and what is sent"),
    (
        "Who can see what I write?",
        "What is stored and what is sent",
    ),
    ("How many tokens were used?", "The activity panel"),
    ("See every call of the agents", "The activity panel"),
    (
        "Can I use it without a mouse?",
        "Keyboard and screen readers",
    ),
    (
        "Is it accessible with a screen reader?",
        "Keyboard and screen readers",
    ),
    ("Switch to dark mode", "Light and dark"),
    (
        "What does the JSON of a form look like?",
        "Writing a form of your own",
    ),
    (
        "What are facts in a form for?",
        "Writing a form of your own",
    ),
    ("My form file was refused", "Writing a form of your own"),
    ("What is the largest answer allowed?", "Limits"),
    ("How many fields can a form have?", "Limits"),
];

/// About the Japanese one.
pub const JAPANESE: &Labelled = &[
    ("登録は必要ですか", "インタビューを始める"),
    ("自分のフォームは使えますか", "インタビューを始める"),
    ("英語で話したいのですが", "言語を選ぶ"),
    ("途中で言語を変えられますか", "言語を選ぶ"),
    ("なぜ国を聞かれるのですか", "国とタイムゾーン"),
    ("昨日と書いたら何日になりますか", "国とタイムゾーン"),
    ("改行するには", "質問に答える"),
    ("どのキーで送信しますか", "質問に答える"),
    ("なぜ同じことを何度も聞かれるのですか", "追加の質問"),
    ("足りないことがあると何回まで尋ねられますか", "追加の質問"),
    ("答えたくない質問があります", "質問をとばす"),
    ("必須の項目をスキップできますか", "質問をとばす"),
    ("書き間違えたのを直したい", "間違いを直す"),
    ("前に送ったメッセージを呼び出す方法", "間違いを直す"),
    ("あといくつ項目が残っていますか", "進み具合を見る"),
    ("上の細い線は何ですか", "進み具合を見る"),
    ("回答をまとめて読み返したい", "確認して確定する"),
    ("いつフォームが完成しますか", "確認して確定する"),
    (
        "ダウンロードしたファイルには何が入っていますか",
        "結果をダウンロードする",
    ),
    ("JSONで書き出すには", "結果をダウンロードする"),
    ("タブを閉じたらどうなりますか", "あとで続ける"),
    ("明日続きをやりたい", "あとで続ける"),
    ("送っていない文章は消えますか", "あとで続ける"),
    ("データを消したい", "インタビューを削除する"),
    ("削除したものを元に戻せますか", "インタビューを削除する"),
    ("プライベートモードで使えますか", "プライベートウィンドウ"),
    ("ほかのタブで開いていると出ます", "二つのタブで開いたとき"),
    ("モデルが返事をしません", "モデルが応答しないとき"),
    ("返事を止めるには", "モデルが応答しないとき"),
    ("鍵が拒否されたと表示されます", "鍵の誤り"),
    ("APIの鍵はどこに設定しますか", "鍵の誤り"),
    ("自分のパソコンのOllamaで使えますか", "手元のモデルを使う"),
    ("どんなモデルが必要ですか", "手元のモデルを使う"),
    ("代役はAIですか", "台本どおりの代役"),
    ("ネットにつながらなくても試せますか", "台本どおりの代役"),
    ("Cookieは使っていますか", "保存されるものと送られるもの"),
    (
        "書いた内容はどこに送られますか",
        "保存されるものと送られるもの",
    ),
    ("トークンをいくつ使いましたか", "実行記録"),
    ("エージェントの呼び出しを見たい", "実行記録"),
    ("マウスなしで操作できますか", "キーボードと読み上げ"),
    ("読み上げソフトに対応していますか", "キーボードと読み上げ"),
    ("暗い画面にしたい", "明るい表示と暗い表示"),
    ("フォームのJSONの書き方", "自分のフォームを書く"),
    ("factsには何を書きますか", "自分のフォームを書く"),
    ("ファイルが受け付けられませんでした", "自分のフォームを書く"),
    ("回答の長さに制限はありますか", "上限"),
    ("項目はいくつまで作れますか", "上限"),
];
