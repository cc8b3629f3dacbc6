import { showChairs } from './account/chairs.ts'
import { showDeleted } from './account/deleted.ts'
import { showDesk } from './account/desk.ts'
import { showMembers } from './account/members.ts'
import { showPasskeys } from './account/passkeys.ts'
import { showPractice } from './account/practice.ts'
import { showReminders } from './account/reminders.ts'
import { showRights } from './account/rights.ts'
import { showService } from './account/service.ts'
import { showSessions } from './account/sessions.ts'
import { showStatuses } from './account/statuses.ts'
import { showTokens, showTokensOfPractice } from './account/tokens.ts'
import { showTrail } from './account/trail.ts'
import { messageOf } from './parts/api.ts'
import { askFirst } from './parts/dialog.ts'
import { byId, say, whileBusy } from './parts/dom.ts'
import type { Me } from './parts/records.ts'
import type { Section } from './parts/section.ts'
import { adopt, call, leave, share, signedIn } from './parts/session.ts'
import { hasUnsaved } from './parts/unsaved.ts'

void start()

async function start(): Promise<void> {
  if (!signedIn() && !(await adopt())) return location.replace('/sign-in')
  share()
  await open()
}

async function open(): Promise<void> {
  byId('again').addEventListener('click', () => location.reload())
  try {
    await show(await call<Me>('GET', '/me'))
    turnTo('opened')
  } catch (error) {
    byId('trouble-text').textContent = messageOf(error)
    turnTo('trouble')
  }
}

async function show({ user, practice }: Me): Promise<void> {
  byId('user-name').textContent = user.name
  byId('user-email').textContent = user.email
  byId('user-role').textContent = user.role === 'owner' ? 'Owner' : 'Assistant'
  byId('practice-name').textContent = practice.name
  const sessions = showSessions()
  let { timezone } = practice
  const zone = () => timezone
  const desk = showDesk(zone)
  const sections: Pick<Section, 'refresh'>[] = [desk, showPasskeys(sessions), sessions, showTokens(user)]
  if (user.role === 'owner') {
    const tokens = showTokensOfPractice(user)
    const members = showMembers(user, zone, tokens)
    sections.push(showService(zone), members, tokens, showReminders(), showChairs())
    showPractice(practice, (saved) => {
      timezone = saved.timezone
      return Promise.all([members.refresh(), desk.refresh()])
    })
    showStatuses(practice.pack)
    // These ask the server for nothing until their button is pressed.
    showDeleted(zone, showRights(showTrail(zone)))
  } else for (const part of document.querySelectorAll('.owners')) part.remove()
  await Promise.all(sections.map(({ refresh }) => refresh()))

  byId('sign-out').addEventListener('click', () => void whileBusy(byId('sign-out'), signOut))
  // The session may have ended while this page was in the background.
  document.addEventListener('visibilitychange', () => {
    if (!document.hidden) call('GET', '/me').catch(() => undefined)
  })
}

async function signOut(): Promise<void> {
  if (hasUnsaved())
    return void (await askFirst(
      'Sign out without saving?',
      'You changed something on this page and did not save it. Signing out loses it.',
      'Sign out',
      endSession,
    ))
  await endSession().catch((error) => say(messageOf(error), 'trouble'))
}

async function endSession(): Promise<void> {
  await call('POST', '/me/sign-out')
  leave('You are signed out.')
}

function turnTo(state: 'opened' | 'trouble'): void {
  for (const each of ['loading', 'opened', 'trouble']) byId(each).hidden = each !== state
  byId('main').ariaBusy = null
}
