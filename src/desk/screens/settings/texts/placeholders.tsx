import { words } from '../../../words/words.ts'
import { placeholders } from './texts.ts'

/** A list that explains the placeholders, which are words in braces. */
export const Placeholders = () => (
  <details class="terms">
    <summary>{words.value.settings.placeholdersLead}</summary>
    <dl>
      {placeholders.map((name) => (
        <div key={name}>
          <dt>
            <code>{`{${name}}`}</code>
          </dt>
          <dd>{words.value.settings.placeholders[name]}</dd>
        </div>
      ))}
    </dl>
  </details>
)
