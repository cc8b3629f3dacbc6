import { Told } from '../../../base/say-failure.ts'
import { type Mistakes, useDraft } from '../../../parts/draft.ts'
import { DraftForm } from '../../../parts/draft-form.tsx'
import { mistakes } from '../../../parts/form.ts'
import { SelectField } from '../../../parts/select.tsx'
import { locale, words } from '../../../words/words.ts'
import { dateFields, joinedFields } from './fields.ts'
import { choicesOf, sayField } from './say.ts'
import type { Import, OpenImport } from './state.ts'

type Column = Import['columns'][number]
type Chosen = Pick<Column, 'column' | 'field' | 'dateOrder'>

/** The form that assigns a field to each column. Saving the form begins the dry run. */
export function Columns({ it, now, change, begin, readAgain }: OpenImport) {
  const { imports: says } = words.value
  const draft = useDraft<{ readonly columns: readonly Chosen[] }>({
    saved: () => ({ fields: { columns: now().columns.map(chosenIn) }, version: now().version }),
    send: async ({ columns }, version) => {
      // Sends all columns, so that a number in the server's error is the number of the column.
      if (columns !== undefined) await change({ columns: [...columns] }, version)
      const wrong = mistakesIn(now())
      if (wrong !== undefined) throw wrong
      await begin('dry-run')
    },
    readAgain,
    check: ({ columns }) => twice(columns),
  })
  const set = (column: number, chosen: Partial<Chosen>) =>
    draft.set(({ columns }) => ({
      columns: columns.map((each) => (each.column === column ? { ...each, ...chosen } : each)),
    }))
  if (it.state === 'checking') return null
  return (
    <DraftForm
      title={says.columns}
      lead={says.columnsLead}
      draft={draft}
      verb={it.state === 'checked' ? says.checkAgain : says.check}
    >
      <ul class="stack">
        {it.columns.map((column, at) => (
          <OneColumn
            key={column.column}
            column={column}
            choices={choicesOf(it.kind)}
            chosen={draft.fields.columns[at]!}
            errorAt={(name) => draft.errorAt(`columns.${at}.${name}`)}
            set={(chosen) => set(column.column, chosen)}
          />
        ))}
      </ul>
    </DraftForm>
  )
}

const chosenIn = ({ column, field, dateOrder }: Column): Chosen => ({ column, field, dateOrder })

/** The mistakes for columns whose field an earlier column already fills. */
const twice = (columns: readonly Chosen[]): Mistakes =>
  Object.fromEntries(
    columns
      .filter(
        ({ field }, at) =>
          field !== null &&
          !joinedFields.includes(field) &&
          columns.findIndex((each) => each.field === field) < at,
      )
      .map(({ column }) => [`columns.${column}.field`, words.value.imports.twice]),
  )

/** The error for questions that block the dry run: first the missing fields, then the order of dates. */
function mistakesIn({ questions }: Import): Error | undefined {
  const { imports: says } = words.value
  const format = new Intl.ListFormat(locale.value, { type: 'unit' })
  const needed = questions
    .filter(({ code }) => code === 'field')
    .map(({ fields }) => says.needsField(format.format(fields.map(sayField)), fields.length === 1))
  if (needed.length > 0) return new Told(needed.join(' '))
  const orders = questions.filter(({ code }) => code === 'date_order')
  return orders.length === 0
    ? undefined
    : mistakes(
        Object.fromEntries(orders.map(({ column }) => [`columns.${column}.dateOrder`, says.chooseOrder])),
      )
}

interface ColumnProps {
  readonly column: Column
  readonly choices: ReturnType<typeof choicesOf>
  readonly chosen: Chosen
  readonly errorAt: (name: string) => string | undefined
  readonly set: (chosen: Partial<Chosen>) => void
}

function OneColumn({ column, choices, chosen, errorAt, set }: ColumnProps) {
  const { imports: says } = words.value
  const { name, examples, dateOrders } = column
  const label = name || says.nameless(column.column + 1)
  const asks = dateFields.includes(chosen.field) && dateOrders.length > 1
  return (
    <li class="pair">
      <SelectField
        label={label}
        hint={examples.length > 0 ? says.examples(examples.join(' · ')) : says.emptyColumn}
        error={errorAt('field')}
        value={chosen.field ?? ''}
        choices={[['', says.leaveOut], ...choices.map(({ field, name }) => [field, name] as const)]}
        choose={(field) => set({ field: field || null })}
      />
      {asks && (
        <SelectField
          label={says.dateOrder(label)}
          error={errorAt('dateOrder')}
          value={chosen.dateOrder ?? ''}
          choices={[
            ['', says.choose],
            ...dateOrders.map((order) => [order, says.dateOrders[order]] as const),
          ]}
          choose={(order) => set({ dateOrder: order || null })}
        />
      )}
    </li>
  )
}
