import { Type } from '@sinclair/typebox'
import { healthFindings, healthLevels } from '../../domain/service-health.ts'
import {
  answeredFlag,
  answeredInstant,
  integer,
  listOf,
  namedShape,
  nullable,
  oneOf,
  shape,
} from '../../http/shape.ts'

const level = (description: string) => oneOf(healthLevels, description)

export const serviceHealth = namedShape('ServiceHealth', 'How well the server and its backup are.', {
  level: level(
    '`good`: all is well. `attention`: everything works, and something needs care soon. `trouble`: act now.',
  ),
  findings: listOf(
    shape({
      kind: oneOf(Object.keys(healthFindings) as (keyof typeof healthFindings)[], 'What was found.'),
      level: level('How bad it is.'),
      passes: answeredFlag(
        'Whether it passes by itself. Otherwise the person who runs the server must know of it.',
        false,
      ),
    }),
    'The worst first. Empty when all is well.',
    { maxItems: Object.keys(healthFindings).length },
  ),
  backup: nullable(
    shape({
      verifiedAt: nullable(
        answeredInstant('', '2030-03-26T02:31:00.000Z'),
        'When the backup was last restored and found whole. Null before the first time.',
      ),
      lagSeconds: nullable(
        Type.Integer({ minimum: 0, examples: [0] }),
        'How far the backup was behind the newest change at the last check, which was a minute ago at most. 0 when it holds every change. Null when that is not known.',
      ),
    }),
    'The backup that is streamed to an object store. Null where none is set up.',
  ),
  freeMegabytes: nullable(
    integer(0, Number.MAX_SAFE_INTEGER, undefined, 900),
    'The free room on the disk, while there is too little. Null while there is enough.',
  ),
})
