/** Named lines that are edited in one form, such as the statuses of patients. */
import type { ComponentChildren } from 'preact'
import { useId, useRef } from 'preact/hooks'
import { Button } from '../../../base/button.tsx'
import { focusWhenDrawn, target } from '../../../base/focus.ts'
import type { Draft } from '../../../parts/draft.ts'
import { DraftForm } from '../../../parts/draft-form.tsx'
import type { Line } from './line.ts'
import { MoveButtons, moved } from './move-buttons.tsx'

interface Fields<L extends Line> {
  readonly lines: readonly L[]
}

interface Props<L extends Line, T extends Fields<L>> {
  readonly says: {
    readonly title: string
    readonly lead: string
    readonly saved: string
    readonly add: string
    readonly number: (n: number) => string
    readonly remove: (n: number) => string
  }
  readonly draft: Draft<T>
  /** The further fields of a new line. */
  readonly fresh: Omit<L, keyof Line>
  readonly most: number
  readonly longest: number
  /** Whether at least one line must stay. */
  readonly needsOne?: boolean
  /** Whether the lines can be moved. */
  readonly ordered?: boolean
  /** Returns the elements after the name of a line. */
  readonly about: (line: L, n: number, change: (changes: Partial<L>) => void) => ComponentChildren
  /** Elements above the lines. */
  readonly children?: ComponentChildren
}

/** A form of lines that are added, named and removed, and are saved together. */
export function LinesForm<L extends Line, T extends Fields<L>>({
  says,
  draft,
  fresh,
  most,
  longest,
  needsOne = false,
  ordered = false,
  about,
  children,
}: Props<L, T>) {
  const group = useId()
  const added = useRef(0)
  const { lines } = draft.fields
  const set = (next: readonly L[]) => draft.set({ lines: next } as Partial<T>)
  const change = (key: string, changes: Partial<L>) =>
    set(lines.map((line) => (line.key === key ? { ...line, ...changes } : line)))
  const add = () => {
    const key = `new-${++added.current}`
    set([...lines, { ...fresh, id: '', name: '', key } as L])
    focusWhenDrawn(`line ${key}`)
  }
  const remove = (key: string) => {
    set(lines.filter((line) => line.key !== key))
    // A full list has no button that adds a line. The button appears when the list is drawn again.
    focusWhenDrawn('add line')
  }
  return (
    <DraftForm
      title={says.title}
      alone
      lead={says.lead}
      draft={draft}
      saved={says.saved}
      more={
        lines.length < most && (
          <Button icon="plus" ref={adding} onClick={add}>
            {says.add}
          </Button>
        )
      }
    >
      {children}
      <ol class="lines">
        {lines.map((line, i) => {
          const { key, name } = line
          const wrong = draft.errorAt(key)
          return (
            <li key={key}>
              <input
                ref={target(`line ${key}`)}
                maxLength={longest}
                value={name}
                aria-label={says.number(i + 1)}
                aria-invalid={wrong ? 'true' : undefined}
                aria-describedby={wrong && `${group}-${key}`}
                onInput={({ currentTarget: { value } }) => change(key, { name: value } as Partial<L>)}
              />
              {about(line, i + 1, (changes) => change(key, changes))}
              <span class="row-actions">
                {ordered && (
                  <MoveButtons
                    id={key}
                    name={name}
                    at={i}
                    count={lines.length}
                    move={(to) => set(moved(lines, i, to))}
                  />
                )}
                {(!needsOne || lines.length > 1) && (
                  <Button kind="quiet" icon="close" label={says.remove(i + 1)} onClick={() => remove(key)} />
                )}
              </span>
              {wrong && (
                <p class="error" id={`${group}-${key}`}>
                  {wrong}
                </p>
              )}
            </li>
          )
        })}
      </ol>
    </DraftForm>
  )
}

const adding = target('add line')
