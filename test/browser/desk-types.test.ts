/** Tests of the appointment types in the settings. */
import { expect } from 'bun:test'
import { success } from '../support/answers.ts'
import { newAppointmentType, newChair } from '../support/records.ts'
import { browser, browsing, useBrowser } from './browsing.ts'
import { deskHouse, languages } from './desk.ts'

useBrowser()

browsing.each(languages)(
  'an owner adds, changes, deletes and restores an appointment type, in %s',
  async (language) => {
    await using house = await deskHouse(browser, language)
    const { call, userId } = house.c.owner
    const chair = await newChair(call, { name: 'Room 1' })
    const { name: owner } = success(await call('GET', `/api/v1/members/${userId}`))
    await newAppointmentType(call, { name: 'X-ray' })
    const { page, w, complaints } = await house.desk({ place: '/settings/types' })
    const { settings: s, shell } = w
    const offered = async () => success(await call('GET', '/api/v1/appointment-types')).appointmentTypes

    await page.getByRole('button', { name: s.addType }).click()
    const adding = page.getByRole('dialog', { name: s.addType })
    await adding.getByRole('button', { name: shell.save }).click()
    await adding.getByText(w.forms.fillIn).waitFor()
    await adding.getByLabel(s.typeName, { exact: true }).fill('x-RAY')
    await adding.getByRole('button', { name: shell.save }).click()
    await adding.getByText(s.nameTaken).waitFor()
    await adding.getByLabel(s.typeName, { exact: true }).fill('Check-up')
    await adding.getByLabel(s.typeLength).fill('0')
    await adding.getByRole('button', { name: shell.save }).click()
    await adding.getByText(s.numberBetween(1, 1440)).waitFor()
    await adding.getByLabel(s.typeLength).fill('45')
    await adding.getByLabel(s.recallAfter).fill('6')
    await adding.getByLabel(s.bufferAfter).fill('10')
    await adding.getByRole('radio', { name: s.colors.violet }).check()
    await adding.getByRole('radio', { name: s.someChairs, exact: true }).check()
    await adding.getByRole('checkbox', { name: 'Room 1' }).check()
    await adding.getByRole('radio', { name: s.someMembers, exact: true }).check()
    await adding.getByRole('button', { name: shell.save }).click()
    await adding.getByText(s.chooseMember).waitFor()
    await adding.getByRole('checkbox', { name: owner, exact: true }).check()
    await adding.getByLabel(s.patientNameIn('Deutsch')).fill('Kontrolle')
    await adding.getByLabel(s.instructionsIn('English')).fill('Bring your card.')
    await adding.getByRole('button', { name: shell.save }).click()
    await page.locator('.records > li', { hasText: 'Check-up' }).getByText(s.minutes(45)).waitFor()
    const [, added] = await offered()
    expect(added).toMatchObject({
      name: 'Check-up',
      durationMinutes: 45,
      recallMonths: 6,
      bufferAfterMinutes: 10,
      color: '#a855f7',
      chairIds: [chair.id],
      practitioners: [{ memberId: userId }],
      patientName: { de: 'Kontrolle' },
      instructions: { en: 'Bring your card.' },
      active: true,
    })

    await page.getByRole('button', { name: s.up('Check-up') }).click()
    await page.locator('.records > li:first-child', { hasText: 'Check-up' }).waitFor()
    await page.getByRole('button', { name: s.editOf('Check-up') }).click()
    const changing = page.getByRole('dialog', { name: s.editOf('Check-up') })
    await changing.getByLabel(s.typeOffered, { exact: true }).uncheck()
    await changing.getByRole('radio', { name: s.anyMember, exact: true }).check()
    await changing.getByRole('button', { name: shell.save }).click()
    await page.locator('.records > li', { hasText: s.typeOff }).waitFor()
    expect((await offered())[0]).toMatchObject({ name: 'Check-up', active: false, practitioners: null })

    await page.getByRole('button', { name: s.editOf('Check-up') }).click()
    await page.getByRole('dialog').getByRole('button', { name: s.delete }).click()
    const sure = page.getByRole('dialog', { name: s.deleteOf('Check-up') })
    await sure.getByRole('button', { name: s.delete }).click()
    await page.getByText(s.archivedTypes(1)).click()
    await page.getByRole('button', { name: s.bringBackOf('Check-up') }).click()
    await page.getByRole('button', { name: s.editOf('Check-up') }).waitFor()
    expect(await offered()).toHaveLength(2)
    expect(complaints).toEqual(['409 /api/v1/appointment-types'])
  },
)
