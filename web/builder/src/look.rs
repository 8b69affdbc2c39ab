//! How the embedded interview looks, and where it stands.

/// How an element shows its interview.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum Mode {
    /// In the page.
    #[default]
    Inline,
    /// A dialog in the middle.
    Popup,
    /// A dialog at the side.
    Slider,
    /// A button in the corner with a panel.
    Bubble,
}

impl Mode {
    pub const ALL: [Self; 4] = [Self::Inline, Self::Popup, Self::Slider, Self::Bubble];

    /// As the attribute has it.
    pub fn name(self) -> &'static str {
        match self {
            Self::Inline => "inline",
            Self::Popup => "popup",
            Self::Slider => "slider",
            Self::Bubble => "bubble",
        }
    }

    /// Whether something has to open it that is not of its own.
    pub fn is_opened(self) -> bool {
        matches!(self, Self::Popup | Self::Slider)
    }
}

/// Who answers.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Answers {
    /// The model of this site's server.
    Server,
    /// Rules within the page.
    Demonstration,
}

/// How it looks. What is empty is as it comes.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Look {
    pub mode: Mode,
    /// `light` or `dark`.
    pub theme: String,
    /// A BCP 47 tag.
    pub lang: String,
    /// A colour as `#rrggbb`.
    pub accent: String,
    /// CSS pixels.
    pub font_size: String,
    /// CSS pixels.
    pub radius: String,
    /// Who answers, where somebody has chosen it.
    pub answers: Option<Answers>,
}

impl Look {
    /// As it is kept: a line for each.
    pub fn write(&self) -> String {
        let answers = match self.answers {
            Some(Answers::Server) => "server",
            Some(Answers::Demonstration) => "demo",
            None => "",
        };
        let mode = self.mode.name();
        [
            mode,
            &self.theme,
            &self.lang,
            &self.accent,
            &self.font_size,
            &self.radius,
            answers,
        ]
        .join("\n")
    }

    /// What was kept; what of it is something else counts for nothing.
    pub fn read(text: &str) -> Self {
        let mut lines = text.lines();
        let mut next = || lines.next().unwrap_or_default();
        let mode = next();
        let mode = Mode::ALL.into_iter().find(|it| it.name() == mode);
        let mut look = Self {
            mode: mode.unwrap_or_default(),
            ..Self::default()
        };
        look.set_theme(next());
        look.set_lang(next());
        look.set_accent(next());
        look.font_size = pixels(next());
        look.radius = pixels(next());
        look.answers = match next() {
            "server" => Some(Answers::Server),
            "demo" => Some(Answers::Demonstration),
            _ => None,
        };
        look
    }

    pub fn set_theme(&mut self, theme: &str) {
        let is_one = matches!(theme, "light" | "dark");
        self.theme = if is_one { theme } else { "" }.to_owned();
    }

    pub fn set_lang(&mut self, lang: &str) {
        let is_one = kikitori_form::edit::is_language(lang);
        self.lang = if is_one { lang } else { "" }.to_owned();
    }

    pub fn set_accent(&mut self, colour: &str) {
        let is_one = channels(colour).is_some();
        self.accent = if is_one { colour } else { "" }.to_owned();
    }

    /// The attributes of the element that say more than it does by itself.
    pub fn attributes(&self) -> Vec<(&'static str, &str)> {
        let mut all = Vec::new();
        if self.mode != Mode::Inline {
            all.push(("mode", self.mode.name()));
        }
        for (name, value) in [("theme", &self.theme), ("lang", &self.lang)] {
            if !value.is_empty() {
                all.push((name, value.as_str()));
            }
        }
        all
    }

    /// The element's variables that are set.
    pub fn variables(&self) -> Vec<(&'static str, String)> {
        let mut all = Vec::new();
        if let Some(channels) = channels(&self.accent) {
            all.push(("--kikitori-accent", self.accent.clone()));
            all.push(("--kikitori-accent-strong", self.accent.clone()));
            all.push(("--kikitori-on-accent", on(channels).to_owned()));
        }
        if !self.font_size.is_empty() {
            all.push(("--kikitori-font-size", format!("{}px", self.font_size)));
        }
        if let Ok(radius) = self.radius.parse::<u32>() {
            for (name, of) in [
                ("--kikitori-radius-s", radius / 2),
                ("--kikitori-radius-m", radius),
                ("--kikitori-radius-l", radius + radius / 2),
            ] {
                all.push((name, format!("{of}px")));
            }
        }
        all
    }
}

/// A number of CSS pixels that is no larger than anybody wants.
pub fn pixels(text: &str) -> String {
    let number: Option<u32> = text.parse().ok().filter(|it| *it <= 64);
    number.map_or_else(String::new, |it| it.to_string())
}

fn channels(colour: &str) -> Option<[f64; 3]> {
    let digits = colour.strip_prefix('#').filter(|it| it.len() == 6)?;
    let channel = |at: usize| {
        let value = u8::from_str_radix(digits.get(at..at + 2)?, 16).ok()?;
        Some(f64::from(value) / 255.0)
    };
    Some([channel(0)?, channel(2)?, channel(4)?])
}

/// Black or white, whichever has more contrast to a colour (WCAG 2.2, relative luminance).
fn on(channels: [f64; 3]) -> &'static str {
    let linear = |it: f64| match it <= 0.04045 {
        true => it / 12.92,
        false => ((it + 0.055) / 1.055).powf(2.4),
    };
    let [red, green, blue] = channels.map(linear);
    let luminance = 0.2126 * red + 0.7152 * green + 0.0722 * blue;
    // Where both have the same contrast.
    if luminance > 0.179 {
        "#111111"
    } else {
        "#ffffff"
    }
}
