import { me } from '../../base/me.ts'
import { memberName } from '../../live/known-names.ts'
import { words } from '../../words/words.ts'

/** The member who did something, as the inbox names them. */
export const whoDid = (memberId: string): string =>
  memberId === me.value.user.id ? words.value.inbox.you : (memberName(memberId) ?? words.value.inbox.somebody)
