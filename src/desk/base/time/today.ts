import { computed } from '@preact/signals'
import { now } from '../../api/now.ts'
import { zone } from '../me.ts'
import { dateOf } from './say.ts'

/** The present day in the time zone of the practice, as `YYYY-MM-DD`. */
export const today = computed(() => dateOf(now.value, zone()))
