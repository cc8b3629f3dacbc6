/** Parts of pages that list records, such as tags, chairs and closures. A dialogue adds and changes the records. */
import type { ComponentChildren } from 'preact'
import { Button } from '../../../base/button.tsx'
import { words } from '../../../words/words.ts'

interface LeadProps {
  readonly text: string
  /** The text of the button that adds a record. Left out for members who may not add one. */
  readonly adds?: string | undefined
  readonly add: () => unknown
}

/** The part above the records: a text about their purpose, and the button that adds a record. */
export const Lead = ({ text, adds, add }: LeadProps) => (
  <div class="page-lead">
    <p class="soft">{text}</p>
    {adds !== undefined && (
      <Button kind="primary" icon="plus" onClick={() => void add()}>
        {adds}
      </Button>
    )}
  </div>
)

interface ListProps {
  /** The text when there are no records. */
  readonly none: string
  /** Whether people choose the order. */
  readonly ordered?: boolean
  readonly children: ComponentChildren[]
}

/** The records, each as a `RecordRow`. */
export function Records({ none, ordered = false, children }: ListProps) {
  const List = ordered ? 'ol' : 'ul'
  return children.length === 0 ? <p class="card soft">{none}</p> : <List class="records">{children}</List>
}

interface RecordProps {
  readonly name: string
  /** The element before the name, such as the colour of the record. */
  readonly mark?: ComponentChildren
  /** The elements after the name, such as badges. */
  readonly about?: ComponentChildren
  /** The buttons of the record. */
  readonly children: ComponentChildren
}

export const RecordRow = ({ name, mark, about, children }: RecordProps) => (
  <li>
    {mark}
    <span class="row-text">
      <strong>{name}</strong>
      {about}
    </span>
    {children && <span class="row-actions">{children}</span>}
  </li>
)

/** The button that changes a record. `label` is its accessible name. */
export const EditButton = ({ label, edit }: { readonly label: string; readonly edit: () => unknown }) => (
  <Button onClick={() => void edit()} aria-label={label}>
    {words.value.settings.edit}
  </Button>
)

/** Records of the past or the archive, in a part that people can unfold. */
export const Past = ({ says, children }: { readonly says: string; readonly children: ComponentChildren[] }) =>
  children.length > 0 && (
    <details class="past">
      <summary>{says}</summary>
      <ul class="records">{children}</ul>
    </details>
  )
