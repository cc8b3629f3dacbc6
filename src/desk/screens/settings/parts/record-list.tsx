/** The pages of records that a dialogue adds and changes, such as tags, chairs and closures. */
import type { ComponentChildren } from 'preact'
import { Button } from '../../../base/button.tsx'
import { words } from '../../../words/words.ts'

interface LeadProps {
  readonly text: string
  /** The words on the button that adds a record. Left out for people who may not. */
  readonly adds?: string | undefined
  readonly add: () => unknown
}

/** What is above the records: what they are for, and the button that adds one. */
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
  /** Said when there are no records. */
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
  /** What is before the name, such as its colour. */
  readonly mark?: ComponentChildren
  /** What is behind the name, such as badges. */
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

/** Records that are over, behind a line that opens them. */
export const Past = ({ says, children }: { readonly says: string; readonly children: ComponentChildren[] }) =>
  children.length > 0 && (
    <details class="past">
      <summary>{says}</summary>
      <ul class="records">{children}</ul>
    </details>
  )
