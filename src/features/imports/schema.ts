import { type Static, type TSchema, Type } from '@sinclair/typebox'
import { namedFields } from '../../domain/import/fields.ts'
import {
  dateOrders,
  duplicateDecisions,
  fileProblems,
  importKinds,
  importStates,
  mostImports,
  mostUnknown,
  mostValues,
  rowOutcomes,
  rowReasons,
} from '../../domain/import/kinds.ts'
import { encodings, type Separator, separators } from '../../domain/import/text.ts'
import {
  answeredFlag,
  answeredId,
  answeredInstant,
  answeredText,
  describedShape,
  filledText,
  flag,
  formatted,
  listOf,
  namedShape,
  nullable,
  ofPractice,
  oneOf,
  optional,
  query,
  queryInteger,
  text,
  timestamps,
  versioned,
} from '../../http/shape.ts'
import { pageLimit } from '../shared/pages.ts'

const whole = (description: string, example: number, minimum = 0) =>
  Type.Integer({ minimum, description, examples: [example] })

export const newImportQuery = query({
  kind: oneOf(importKinds, 'What the rows of the file are.', 'patients'),
  name: filledText(
    100,
    'The program that the file comes from. A later file of the same program updates the records instead of doubling them, and gets the same mapping.',
    'Cliniko',
  ),
})

const field = formatted(
  'import-field',
  'The field that the column fills. Each kind of import has some of them. An own field of the practice is `own.` with its id.',
  'firstName',
)
const dateOrder = oneOf(dateOrders, 'How dates such as `03/04/1987` are read.', 'day_first')
const decision = oneOf(
  duplicateDecisions,
  '`create` makes a new patient, `update` changes the one who is there, and `skip` leaves the row out.',
  'update',
)
const column = (description: string) => whole(description, 0)
const value = {
  field: oneOf(namedFields, 'Which field has the value.', 'chair'),
  value: text(200, 'The value as it stands in the file.', 'Op 1'),
}
const to = nullable(
  text(
    200,
    'The id of a chair, a member, an appointment type or a status, or `planned`, `done`, `no_show` or `cancelled` for a visit.',
    '01970000-0000-7000-8000-000000000001',
  ),
  'What the value stands for. Null leaves it out.',
)
const perDuplicate = <S extends TSchema>(make: (what: string) => S) => ({
  same_name_and_dob: make('with the name and the date of birth of a patient, or of an earlier row'),
  same_contact: make('with the phone number or the e-mail address of a patient, or of an earlier row'),
})

export const updateImportBody = namedShape(
  'UpdateImport',
  'What to change. A change of columns or values before the commit asks for another dry run.',
  {
    columns: optional(
      listOf(
        describedShape('A column, and what to change of it.', {
          column: column('Its number from the left, from 0 on.'),
          field: optional(nullable(field, 'The field that it fills. Null leaves the column out.')),
          dateOrder: optional(nullable(dateOrder, 'How its dates are read. Null asks again.')),
        }),
        'The columns that change.',
        { maxItems: 200 },
      ),
    ),
    values: optional(
      listOf(
        describedShape('A value of the file, and what it stands for.', { ...value, to }),
        'The values that name something under another name. The list replaces the one before.',
        { maxItems: mostValues },
      ),
    ),
    duplicates: optional(
      describedShape(
        'What is done with likely duplicates in bulk.',
        perDuplicate((what) =>
          optional(nullable(decision, `What is done with rows ${what}. Null leaves it open.`)),
        ),
      ),
    ),
    decisions: optional(
      listOf(
        describedShape('A likely duplicate, and what is done with it.', {
          line: whole('The line of the row.', 12, 1),
          decision: nullable(decision, 'What is done with it. Null stands for the decision in bulk.'),
        }),
        'Decisions about single rows. They go before the decision in bulk.',
        { maxItems: 1_000 },
      ),
    ),
    paused: optional(flag('Whether the commit or the undo rests.', false)),
    reminders: optional(
      flag(
        'Whether patients are reminded of the appointments that came in. After the commit it can only become true.',
        true,
      ),
    ),
  },
)
export type UpdateImport = Static<typeof updateImportBody>

const problem = describedShape('Why the file cannot be read, or no longer exists.', {
  code: oneOf(fileProblems, 'What is wrong.', 'not_a_table'),
  line: nullable(whole('The line.', 12), 'The line, where one is to blame.'),
})

export const importRecord = namedShape('Import', 'A file of another program, and how far it is.', {
  id: answeredId('import', 'The id of the import.'),
  ...ofPractice,
  kind: oneOf(importKinds, 'What its rows are.', 'patients'),
  name: answeredText('The program that it comes from.', 'Cliniko'),
  createdBy: answeredId('member', 'The owner who brought the file.'),
  state: oneOf(
    importStates,
    '`reading`, `checking`, `committing` and `undoing`: the service is at work. `ready`: it waits for its mapping and the dry run. `checked`: it can be committed. `committed`, `undone`: all rows are through. `unreadable`: see `problem`. `expired`: the file was removed before.',
    'ready',
  ),
  problem: nullable(problem, 'Null where nothing is wrong with the file.'),
  paused: answeredFlag('Whether a commit or an undo rests.', false),
  progress: nullable(
    describedShape('How far the work is.', {
      done: whole('How many rows were treated.', 1_000),
      total: nullable(
        whole('How many rows there are.', 5_000),
        'How many there are. Null until they were counted.',
      ),
    }),
    'How far the work is. Null while nothing is worked on.',
  ),
  file: describedShape('The file. Nobody can read it back.', {
    bytes: whole('Its size in bytes.', 52_000),
    encoding: oneOf(encodings, 'How its bytes stand for text.', 'utf-8'),
    separator: oneOf(Object.keys(separators) as Separator[], 'What stands between its columns.', 'comma'),
    rows: nullable(
      whole('How many rows it has.', 5_000),
      'How many rows it has. Null until they were counted.',
    ),
    keptUntil: answeredInstant('When it is removed.'),
    removed: answeredFlag('Whether it was removed.', false),
  }),
  columns: listOf(
    describedShape('A column of the file.', {
      column: column('Its number from the left, from 0 on.'),
      name: answeredText('Its name in the first row.', 'First Name'),
      field: nullable(field, 'The field that it fills. Null for none.'),
      dateOrder: nullable(
        dateOrder,
        'How its dates are read. Null where nobody has said it, or where it does not matter.',
      ),
      dateOrders: listOf(dateOrder, 'How its dates can be read. With two ways, `dateOrder` has to be set.'),
      examples: listOf(
        answeredText('A cell.', 'Zoé'),
        'The first cells with a text, at most three. A list of imports has none.',
      ),
    }),
    'The columns, from the left.',
  ),
  values: listOf(
    describedShape('A value, and what it stands for.', { ...value, to }),
    'The values that name something under another name.',
  ),
  unknownValues: listOf(
    describedShape('A value that names nothing in the practice.', {
      ...value,
      rows: whole('In how many rows.', 40),
    }),
    `What the last dry run did not know, at most ${mostUnknown} values.`,
  ),
  duplicates: describedShape(
    'What is done with likely duplicates.',
    perDuplicate((what) => nullable(decision, `What is done with rows ${what}. Null while it is open.`)),
  ),
  undecided: describedShape(
    'Likely duplicates of the last dry run about which nobody has decided one by one.',
    perDuplicate((what) => whole(`Rows ${what}.`, 0)),
  ),
  questions: listOf(
    describedShape('What has to be answered first.', {
      code: oneOf(
        ['field', 'date_order', 'duplicates'],
        '`field`: a column has to fill one of `fields`. `date_order`: `dateOrder` of `column` has to be set. `duplicates`: `rows` wait for a decision.',
        'date_order',
      ),
      fields: listOf(field, 'One of these is needed.'),
      column: nullable(column('The column.'), 'The column. Null for other questions.'),
      rows: nullable(whole('How many rows.', 3), 'How many rows wait. Null for other questions.'),
    }),
    'Without an answer there is no dry run, or no commit.',
  ),
  counts: listOf(
    describedShape('How many rows have an outcome.', {
      outcome: oneOf(rowOutcomes, 'The outcome.', 'create'),
      rows: whole('How many rows.', 4_900),
    }),
    'The outcomes of the rows.',
  ),
  reminders: answeredFlag('Whether patients are reminded of the appointments that come in.', false),
  committedAt: nullable(answeredInstant('When all rows were through.')),
  undoUntil: nullable(answeredInstant('Until when it can be undone.'), 'Null where it cannot be undone.'),
  undoneAt: nullable(answeredInstant('When it was undone.')),
  ...timestamps,
  ...versioned,
})

export const importList = namedShape('ImportList', `The imports of the practice, ${mostImports} at most.`, {
  imports: listOf(importRecord, 'Newest first.'),
})

export const rowsQuery = query({
  outcome: optional(oneOf(rowOutcomes, 'Only rows with this outcome.', 'refused')),
  limit: pageLimit,
  cursor: optional(queryInteger(0, 2 ** 40, 'Where to go on: `nextCursor` of the answer before.', 0)),
})

const importRow = namedShape('ImportRow', 'What becomes of a row. Nothing of the row itself is kept.', {
  line: whole('The line of the file in which it begins, from 1 on.', 12, 1),
  outcome: oneOf(
    rowOutcomes,
    'The dry run says `create`, `update`, `unchanged`, `duplicate`, `overlap`, `refused` or `skipped`. The commit makes of these `created`, `updated` and `failed`, and the undo `undone`, `kept` and `failed`.',
    'duplicate',
  ),
  reason: nullable(
    oneOf(rowReasons, 'Why.', 'same_name_and_dob'),
    'Why. Null where there is nothing to say.',
  ),
  field: nullable(field, 'The field that is to blame. Null for none.'),
  recordId: nullable(
    answeredId('patient', 'The record.'),
    'The record that was made or changed, or the patient who may be the same.',
  ),
  sameAsLine: nullable(whole('The line.', 7, 1), 'An earlier line of the file with the same person or id.'),
  decision: nullable(decision, 'What was decided about this row. Null stands for the decision in bulk.'),
})

export const rowPage = namedShape('ImportRows', 'The rows of an import, by line.', {
  rows: listOf(importRow, 'The rows, by line.'),
  nextCursor: nullable(answeredText('Where to go on.', '12'), 'Where to go on. Null at the end.'),
})
