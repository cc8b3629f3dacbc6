/**
 * The service without its audit trail, only for the bench. It records nothing, and accepts writes that record nothing.
 * All other parts are the same, so the difference is the cost of the trail.
 */
import { ReadTrail } from '../../src/store/audit/read-trail.ts'
import { RefusalTrail } from '../../src/store/audit/refusal-trail.ts'
import { WriteScope } from '../../src/store/engine/scope.ts'

const nothing = () => undefined

Object.assign(WriteScope.prototype, { record: nothing })
Object.defineProperty(WriteScope.prototype, 'changedRows', { get: () => 0 })
Object.assign(ReadTrail.prototype, { saw: nothing })
Object.assign(RefusalTrail.prototype, { refused: nothing })

await import('../../src/main.ts')
