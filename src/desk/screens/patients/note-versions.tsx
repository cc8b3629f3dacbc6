/** The versions of a note, each with the differences from the version before. */
import { useState } from 'preact/hooks'
import { Button } from '../../base/button.tsx'
import { zone } from '../../base/me.ts'
import { sayWhen } from '../../base/time/say.ts'
import type { Note } from '../../contract/names.ts'
import { memberName } from '../../live/known-names.ts'
import { words } from '../../words/words.ts'
import { differences } from './difference.ts'

interface Version {
  readonly number: number
  readonly title: string | null
  readonly body: string
  readonly isNext: boolean
  readonly savedAt: string
  readonly savedBy: string
}

interface Props {
  readonly note: Note
  readonly restore: (text: Pick<Version, 'title' | 'body' | 'isNext'>) => void
}

export function NoteVersions({ note, restore }: Props) {
  const { notes: w } = words.value
  const [isOpen, setOpen] = useState(false)
  const versions: readonly Version[] = [
    ...note.revisions.map(({ version, ...rest }) => ({ number: version, ...rest })),
    { ...note, number: note.revisions.length + 1, savedAt: note.updatedAt, savedBy: note.updatedBy },
  ]
  return (
    <details class="unfold" onToggle={({ currentTarget: { open } }) => setOpen(open)}>
      <summary>{w.versions(note.revisions.length)}</summary>
      {isOpen && (
        <ol class="versions" reversed>
          {versions.toReversed().map((version) => {
            const before = versions[version.number - 2]
            const isNow = version.number === versions.length
            return (
              <li key={version.number}>
                <p class="version-head">
                  <strong>{isNow ? w.versionNow : w.version(version.number)}</strong>
                  <span class="soft number">
                    {[sayWhen(version.savedAt, zone(), 'dated'), memberName(version.savedBy)]
                      .filter(Boolean)
                      .join(' · ')}
                  </span>
                  {!isNow && (
                    <Button
                      kind="quiet"
                      onClick={() =>
                        restore({ title: version.title, body: version.body, isNext: version.isNext })
                      }
                    >
                      {w.restore}
                      <span class="visually-hidden"> {w.version(version.number)}</span>
                    </Button>
                  )}
                </p>
                {before === undefined ? (
                  <p class="note-body">{wholeOf(version)}</p>
                ) : (
                  <Difference older={wholeOf(before)} newer={wholeOf(version)} />
                )}
                {before !== undefined && before.isNext !== version.isNext && (
                  <p class="soft">{version.isNext ? w.becameNext : w.wasNext}</p>
                )}
              </li>
            )
          })}
        </ol>
      )}
    </details>
  )
}

const wholeOf = ({ title, body }: Pick<Version, 'title' | 'body'>): string =>
  title === null ? body : `${title}\n${body}`

/**
 * The difference of two texts, as one text. Removed words are struck through, and added words are underlined. So colors
 * are not the only signs.
 */
export const Difference = ({ older, newer }: { readonly older: string; readonly newer: string }) => (
  <p class="note-body">
    {differences(older, newer).map(({ kind, text }, index) => {
      if (kind === 'same') return <span key={index}>{text}</span>
      return kind === 'gone' ? <del key={index}>{text}</del> : <ins key={index}>{text}</ins>
    })}
  </p>
)
