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
  kind: oneOf(importKinds, 'The kind of the rows of the file.', 'patients'),
  name: filledText(
    100,
    'The program that the file comes from. A later file of the same program updates the records instead of making them again, and gets the same mapping.',
    'Cliniko',
  ),
})

const field = formatted(
  'import-field',
  'The field that the column fills. Each kind of import allows some of these fields. An own field of the practice is `own.` with its id.',
  'firstName',
)
const dateOrder = oneOf(dateOrders, 'How dates such as `03/04/1987` are read.', 'day_first')
const decision = oneOf(
  duplicateDecisions,
  '`create` makes a new patient, `update` changes the existing patient, and `skip` leaves the row out.',
  'update',
)
const column = (description: string) => whole(description, 0)
const value = {
  field: oneOf(namedFields, 'Which field has the value.', 'chair'),
  value: text(200, 'The value as it is in the file.', 'Op 1'),
}
const to = nullable(
  text(
    200,
    'The id of a chair, a member, an appointment type or a status, or `planned`, `done`, `no_show` or `cancelled` for a visit.',
    '01970000-0000-7000-8000-000000000001',
  ),
  'The meaning of the value. Null leaves the value out.',
)
const perDuplicate = <S extends TSchema>(make: (what: string) => S) => ({
  same_name_and_dob: make('with the name and the date of birth of a patient, or of an earlier row'),
  same_contact: make('with the phone number or the e-mail address of a patient, or of an earlier row'),
})

export const updateImportBody = namedShape(
  'UpdateImport',
  'The fields to change. After a change of columns or values before the commit, another dry run is needed.',
  {
    columns: optional(
      listOf(
        describedShape('A column, and its fields to change.', {
          column: column('Its number from the left, from 0 on.'),
          field: optional(nullable(field, 'The field that it fills. Null leaves the column out.')),
          dateOrder: optional(
            nullable(dateOrder, 'How its dates are read. With null, the service asks again.'),
          ),
        }),
        'The columns that change.',
        { maxItems: 200 },
      ),
    ),
    values: optional(
      listOf(
        describedShape('A value of the file, and its meaning.', { ...value, to }),
        'The values that the practice knows by another name. The list replaces the earlier list.',
        { maxItems: mostValues },
      ),
    ),
    duplicates: optional(
      describedShape(
        'What the commit does with all likely duplicates of a kind.',
        perDuplicate((what) =>
          optional(nullable(decision, `What the commit does with rows ${what}. Null leaves this undecided.`)),
        ),
      ),
    ),
    decisions: optional(
      listOf(
        describedShape('A likely duplicate, and what the commit does with it.', {
          line: whole('The line of the row.', 12, 1),
          decision: nullable(
            decision,
            'What the commit does with the row. Null for the decision about all rows of its kind.',
          ),
        }),
        'Decisions about single rows. They take precedence over the decision about all rows of a kind.',
        { maxItems: 1_000 },
      ),
    ),
    paused: optional(flag('Whether the commit or the undo is paused.', false)),
    reminders: optional(
      flag(
        'Whether patients are reminded of the imported appointments. After the commit, this can only become true.',
        true,
      ),
    ),
  },
)
export type UpdateImport = Static<typeof updateImportBody>

const problem = describedShape('Why the file cannot be read, or no longer exists.', {
  code: oneOf(fileProblems, 'The error.', 'not_a_table'),
  line: nullable(whole('The line.', 12), 'The line with the error. Null when no single line has it.'),
})

export const importRecord = namedShape(
  'Import',
  'A file of another program, and the progress of its import.',
  {
    id: answeredId('import', 'The id of the import.'),
    ...ofPractice,
    kind: oneOf(importKinds, 'The kind of its rows.', 'patients'),
    name: answeredText('The program that the file comes from.', 'Cliniko'),
    createdBy: answeredId('member', 'The owner who brought the file.'),
    state: oneOf(
      importStates,
      '`reading`, `checking`, `committing` and `undoing`: the service works on the import. `ready`: the import waits for its mapping and the dry run. `checked`: it can be committed. `committed`, `undone`: all rows are done. `unreadable`: see `problem`. `expired`: the file was removed before the commit.',
      'ready',
    ),
    problem: nullable(problem, 'The problem of the file. Null without a problem.'),
    paused: answeredFlag('Whether a commit or an undo is paused.', false),
    progress: nullable(
      describedShape('The progress of the work.', {
        done: whole('How many rows are done.', 1_000),
        total: nullable(
          whole('How many rows there are.', 5_000),
          'How many rows there are. Null until the rows were counted.',
        ),
      }),
      'The progress of the work. Null while the service does not work on the import.',
    ),
    file: describedShape('The file. Nobody can read it back.', {
      bytes: whole('Its size in bytes.', 52_000),
      encoding: oneOf(encodings, 'The encoding of its text.', 'utf-8'),
      separator: oneOf(Object.keys(separators) as Separator[], 'The separator between its columns.', 'comma'),
      rows: nullable(
        whole('How many rows the file has.', 5_000),
        'How many rows the file has. Null until the rows were counted.',
      ),
      keptUntil: answeredInstant('When the file is removed.'),
      removed: answeredFlag('Whether the file was removed.', false),
    }),
    columns: listOf(
      describedShape('A column of the file.', {
        column: column('Its number from the left, from 0 on.'),
        name: answeredText('Its name in the first row.', 'First Name'),
        field: nullable(field, 'The field that it fills. Null when it fills no field.'),
        dateOrder: nullable(
          dateOrder,
          'How its dates are read. Null when nobody has set this, or when it does not matter.',
        ),
        dateOrders: listOf(
          dateOrder,
          'How its dates can be read. When there are two ways, `dateOrder` must be set.',
        ),
        examples: listOf(
          answeredText('A cell.', 'Zoé'),
          'The first cells with a text, at most three. A list of imports has none.',
        ),
      }),
      'The columns, from the left.',
    ),
    values: listOf(
      describedShape('A value, and its meaning.', { ...value, to }),
      'The values that the practice knows by another name.',
    ),
    unknownValues: listOf(
      describedShape('A value that the practice does not know.', {
        ...value,
        rows: whole('How many rows have the value.', 40),
      }),
      `The values that the last dry run did not know, at most ${mostUnknown}.`,
    ),
    duplicates: describedShape(
      'What the commit does with likely duplicates.',
      perDuplicate((what) =>
        nullable(decision, `What the commit does with rows ${what}. Null while this is undecided.`),
      ),
    ),
    undecided: describedShape(
      'Likely duplicates of the last dry run without a decision about the single row.',
      perDuplicate((what) => whole(`Rows ${what}.`, 0)),
    ),
    questions: listOf(
      describedShape('A question that must be answered first.', {
        code: oneOf(
          ['field', 'date_order', 'duplicates'],
          '`field`: a column must fill one of `fields`. `date_order`: `dateOrder` of `column` must be set. `duplicates`: `rows` wait for a decision.',
          'date_order',
        ),
        fields: listOf(field, 'The fields of which one is needed.'),
        column: nullable(column('The column.'), 'The column. Null for other questions.'),
        rows: nullable(whole('How many rows.', 3), 'How many rows wait. Null for other questions.'),
      }),
      'The open questions. Without answers, the dry run or the commit cannot begin.',
    ),
    counts: listOf(
      describedShape('An outcome, and how many rows have it.', {
        outcome: oneOf(rowOutcomes, 'The outcome.', 'create'),
        rows: whole('How many rows.', 4_900),
      }),
      'The outcomes of the rows.',
    ),
    reminders: answeredFlag('Whether patients are reminded of the imported appointments.', false),
    committedAt: nullable(answeredInstant('When all rows were done.')),
    undoUntil: nullable(
      answeredInstant('Until when the import can be undone.'),
      'Until when the import can be undone. Null when it cannot be undone.',
    ),
    undoneAt: nullable(answeredInstant('When the import was undone.')),
    ...timestamps,
    ...versioned,
  },
)

export const importList = namedShape('ImportList', `The imports of the practice, ${mostImports} at most.`, {
  imports: listOf(importRecord, 'Newest first.'),
})

export const rowsQuery = query({
  outcome: optional(oneOf(rowOutcomes, 'Only rows with this outcome.', 'refused')),
  limit: pageLimit,
  cursor: optional(
    queryInteger(0, 2 ** 40, 'The cursor of the next page: `nextCursor` of the previous answer.', 0),
  ),
})

const importRow = namedShape('ImportRow', 'The result of a row. The content of the row is not kept.', {
  line: whole('The line of the file in which the row begins, from 1 on.', 12, 1),
  outcome: oneOf(
    rowOutcomes,
    'The dry run sets `create`, `update`, `unchanged`, `duplicate`, `overlap`, `refused` or `skipped`. The commit changes this to `created`, `updated` or `failed`, and the undo to `undone`, `kept` or `failed`.',
    'duplicate',
  ),
  reason: nullable(oneOf(rowReasons, 'Why.', 'same_name_and_dob'), 'The reason. Null without a reason.'),
  field: nullable(field, 'The field that causes the result. Null for no field.'),
  recordId: nullable(
    answeredId('patient', 'The record.'),
    'The record that was made or changed, or the patient who may be the same.',
  ),
  sameAsLine: nullable(whole('The line.', 7, 1), 'An earlier line of the file with the same person or id.'),
  decision: nullable(
    decision,
    'The decision about this row. Null for the decision about all rows of its kind.',
  ),
})

export const rowPage = namedShape('ImportRows', 'The rows of an import, by line.', {
  rows: listOf(importRow, 'The rows, by line.'),
  nextCursor: nullable(
    answeredText('The cursor of the next page.', '12'),
    'The cursor of the next page. Null at the end.',
  ),
})
