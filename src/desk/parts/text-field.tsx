import type { Draft } from './draft.ts'
import { Field, sayTheirs } from './field.tsx'

interface Props<Name extends string> {
  /** The draft that holds the text. */
  readonly draft: Pick<Draft<Readonly<Record<Name, string>>>, 'fields' | 'set' | 'errorAt' | 'theirs' | 'by'>
  readonly name: Name
  readonly label: string
  readonly type?: 'text' | 'email' | 'tel'
  /** Whether it may stay empty. */
  readonly optional?: boolean
  readonly hint?: string | undefined
  /** What the browser may offer for the field, such as `name`. Left out if it may offer nothing. */
  readonly autocomplete?: string
  /** 200 when left out, and 254 for an e-mail address. */
  readonly maxLength?: number
  readonly autofocus?: boolean
  /** How many lines are visible, if the text may have several lines. */
  readonly rows?: number
}

/** A text in a form, of one line or several. */
export const TextField = <Name extends string>({
  draft,
  name,
  label,
  type = 'text',
  optional = false,
  hint,
  autocomplete = 'off',
  maxLength = type === 'email' ? 254 : 200,
  autofocus = false,
  rows,
}: Props<Name>) => (
  <Field
    label={label}
    hint={sayTheirs(draft.theirs(name), draft.by) ?? hint}
    error={draft.errorAt(name)}
    optional={optional}
  >
    {(its) => {
      const common = {
        ...its,
        name,
        maxLength,
        autofocus,
        required: !optional,
        value: draft.fields[name],
        onInput: ({ currentTarget: { value } }: { readonly currentTarget: { readonly value: string } }) =>
          draft.set({ [name]: value } as Partial<Record<Name, string>>),
      }
      return rows === undefined ? (
        <input {...common} type={type as 'text'} autocomplete={autocomplete} />
      ) : (
        <textarea {...common} rows={rows} />
      )
    }}
  </Field>
)
