import { Choice } from "../parts/choice.tsx";
import { useReader } from "../session/console-context.ts";
import { isLanguage, LANGUAGES } from "../texts/say.ts";
import { type Preferences, THEMES } from "./preferences.ts";

type PreferringProps = {
  readonly preferences: Preferences;
  readonly onChange: (preferences: Preferences) => void;
};

/** Displays the choice of language and theme. */
export function Preferring({ preferences, onChange }: PreferringProps) {
  const { say } = useReader();
  return (
    <div class="preferring">
      <label>
        <span class="unseen">{say("language.label")}</span>
        <select
          value={preferences.language}
          onChange={({ currentTarget: { value } }) => {
            if (isLanguage(value)) onChange({ ...preferences, language: value });
          }}
        >
          {LANGUAGES.map((language) => (
            <option key={language} value={language} lang={language}>
              {say(`language.${language}`)}
            </option>
          ))}
        </select>
      </label>
      <Choice
        aria-label={say("theme.label")}
        value={preferences.theme}
        options={THEMES.map((theme) => [theme, say(`theme.${theme}`)])}
        onChoose={(theme = preferences.theme) => onChange({ ...preferences, theme })}
      />
    </div>
  );
}
