import { operatorAct } from '../../src/domain/act.ts'

/** The act of a test that writes by itself, and not by a request. */
export const byTest = operatorAct('test')
