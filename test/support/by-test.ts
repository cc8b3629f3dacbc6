import { bookkeepingAct } from '../../src/domain/act.ts'

/**
 * The act of a test that writes directly into the store, without a request. Its writes need no row in the audit trail.
 */
export const byTest = bookkeepingAct('test')
