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

export const serviceHealth = namedShape('ServiceHealth', 'The state of the server and its backup.', {
  level: level(
    '`good`: no problems. `attention`: everything works, but a problem needs attention soon. `trouble`: act now.',
  ),
  findings: listOf(
    shape({
      kind: oneOf(Object.keys(healthFindings) as (keyof typeof healthFindings)[], 'A problem.'),
      level: level('How severe the problem is.'),
      passes: answeredFlag(
        'Whether the problem ends by itself. Otherwise tell the person who runs the server.',
        false,
      ),
    }),
    'The problems, the worst first. Empty without a problem.',
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
        'How far the backup was behind the newest change at the last check, which was at most a minute ago. It is 0 when the backup has every change. Null when not known.',
      ),
    }),
    'The backup that is streamed to an object store. Null when no backup is set up.',
  ),
  freeMegabytes: nullable(
    integer(0, Number.MAX_SAFE_INTEGER, undefined, 900),
    'The free room on the disk, while there is too little. Null while there is enough.',
  ),
})
