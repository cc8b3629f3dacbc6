import { bookkeepingAct } from '../../src/domain/act.ts'

/** The act of a test that writes by itself, and not by a request. It may leave nothing in the audit trail. */
export const byTest = bookkeepingAct('test')
