import { showChairs } from './account/chairs.ts'
import { showMembers } from './account/members.ts'
import { showPasskeys } from './account/passkeys.ts'
import { showPractice } from './account/practice.ts'
import { showReminders } from './account/reminders.ts'
import { showSessions } from './account/sessions.ts'
import { showStatuses } from './account/statuses.ts'
import { showTokens, showTokensOfPractice } from './account/tokens.ts'
import { messageOf } from './parts/api.ts'
import { byId, say, whileBusy } from './parts/dom.ts'
import type { Me } from './parts/records.ts'
import { adopt, call, leave, share, signedIn } from './parts/session.ts'

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
  const sections = [showPasskeys(sessions), sessions, showTokens(user)]
  if (user.role === 'owner') {
    let { timezone } = practice
    const zone = () => timezone
    const tokens = showTokensOfPractice(user)
    const members = showMembers(user, zone, tokens)
    const reminders = showReminders(zone)
    sections.push(members, tokens, reminders, showChairs())
    showPractice(practice, (saved) => {
      timezone = saved.timezone
      return Promise.all([members.refresh(), reminders.refresh()])
    })
    showStatuses(practice.pack)
  } else for (const part of document.querySelectorAll('.owners')) part.remove()
  await Promise.all(sections.map(({ refresh }) => refresh()))

  byId('sign-out').addEventListener('click', () => void whileBusy(byId('sign-out'), signOut))
  // The session may have ended while this page was in the background.
  document.addEventListener('visibilitychange', () => {
    if (!document.hidden) call('GET', '/me').catch(() => undefined)
  })
}

async function signOut(): Promise<void> {
  try {
    await call('POST', '/me/sign-out')
    leave('You are signed out.')
  } catch (error) {
    say(messageOf(error), 'trouble')
  }
}

function turnTo(state: 'opened' | 'trouble'): void {
  for (const each of ['loading', 'opened', 'trouble']) byId(each).hidden = each !== state
  byId('main').ariaBusy = null
}
