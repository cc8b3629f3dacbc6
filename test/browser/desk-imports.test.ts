/** Tests of imports on their page of the settings, from the file to the undo, in both languages. */
import { expect, spyOn } from 'bun:test'
import { success } from '../support/answers.ts'
import { type Clinic, clinic } from '../support/clinic.ts'
import { bring, upload } from '../support/importing.ts'
import { newChair, newPatient } from '../support/records.ts'
import { browser, browsing, useBrowser } from './browsing.ts'
import { deskHouse, type Language, languages, wordsOf } from './desk.ts'
import { expectAccessible } from './desk-accessible.ts'
import { ownerWithClock } from './house.ts'
import { soon } from './soon.ts'
import { button, openSettings, partOf, rowOf, submitDialog } from './steps.ts'

useBrowser()

const locales = { en: 'en-GB', de: 'de-DE' } as const

/** Files with five patients, in the form in which practice programs of each language write files. */
const files: Record<Language, { readonly bytes: Buffer; readonly columns: string[] }> = {
  en: {
    columns: ['Patient ID', 'First Name', 'Last Name', 'Date of Birth', 'Email', 'Status', 'Remarks'],
    bytes: Buffer.from(
      [
        'Patient ID,First Name,Last Name,Date of Birth,Email,Status,Remarks',
        '1,Änne,"Müller, jun.",03/04/1987,aenne@example.org,Sleeping,"two\nlines"',
        '2,Bob,Stone,05/06/1990,bob@example.org,,',
        '3,Cara,Known,07/08/1980,cara@example.org,,',
        '4,Dora,Other,09/10/1970,shared@example.org,,',
        '5,,Nameless,01/02/1999,,,',
      ].join('\r\n'),
    ),
  },
  de: {
    columns: ['Patientennummer', 'Vorname', 'Nachname', 'Geburtsdatum', 'E-Mail', 'Status', 'Bemerkung'],
    // The file is in a one-byte Latin encoding, as older programs write it.
    bytes: Buffer.from(
      [
        'Patientennummer;Vorname;Nachname;Geburtsdatum;E-Mail;Status;Bemerkung',
        '1;Änne;"Müller, jun.";03.04.1987;aenne@example.org;Sleeping;"zwei\nZeilen"',
        '2;Bob;Stone;05.06.1990;bob@example.org;;',
        '3;Cara;Known;07.08.1980;cara@example.org;;',
        '4;Dora;Other;09.10.1970;shared@example.org;;',
        '5;;Nameless;01.02.1999;;;',
      ].join('\r\n'),
      'latin1',
    ),
  },
}

/** Lets the importer work on waiting imports, as in a running service. */
function working({ importer }: Clinic): Disposable {
  const timer = setInterval(importer.wake, 20)
  return { [Symbol.dispose]: () => clearInterval(timer) }
}

const patientsIn = async (c: Clinic) => {
  const { patients } = success(await c.owner.call('GET', '/api/v1/patients?limit=200'))
  return Object.fromEntries(patients.map((patient: { firstName: string }) => [patient.firstName, patient]))
}

for (const language of languages)
  browsing(
    `an owner imports patients from a file, decides about duplicates, and undoes the import, in ${language}`,
    async () => {
      await using house = await ownerWithClock(browser, { locale: locales[language] })
      const { c } = house
      using _work = working(c)
      const { page, complaints } = house.owner
      await page.clock.setFixedTime(c.clock.now)
      const { forms, imports: says, security } = wordsOf[language]
      const { call } = c.owner
      success(await call('PATCH', '/api/v1/me', { language }))
      const ownFields = [{ id: 'remark', name: 'Pets', archived: false }]
      success(await call('PATCH', '/api/v1/practice', { ownFields }))
      await page.reload()
      await newPatient(call, { firstName: 'Cara', lastName: 'Known', dob: '1980-08-07' })
      await newPatient(call, { firstName: 'Dan', lastName: 'Shared', email: 'shared@example.org' })
      await openSettings(page, 'security')
      await button(page, security.add).click()
      await submitDialog(page)
      await page.waitForSelector('dialog', { state: 'detached' })

      // The file.
      c.clock.now += 10 * 60_000
      await openSettings(page, 'imports')
      await page.getByText(says.none).waitFor()
      await button(page, says.upload).click()
      await page.getByText(says.chooseFile).waitFor()
      await page.getByText(forms.fillIn).waitFor()
      await expectAccessible(page, `a new import in ${language}`)
      const { bytes, columns } = files[language]
      await page.getByLabel(says.source).fill('Praxis 3000')
      await page
        .getByLabel(says.file, { exact: true })
        .setInputFiles({ name: 'patients.csv', mimeType: 'text/csv', buffer: bytes })
      await button(page, says.upload).click()
      await page.getByText(security.confirmText).waitFor()
      await submitDialog(page)

      // The page shows the detected format, and the columns.
      const name = says.of('Praxis 3000', says.kinds.patients)
      const file = partOf(page, name)
      await file.getByText(language === 'en' ? 'UTF-8' : 'WINDOWS-1252').waitFor()
      await file.getByText(language === 'en' ? says.separators.comma : says.separators.semicolon).waitFor()
      const column = (at: number) => page.getByLabel(columns[at]!, { exact: true })
      for (const [at, field] of [
        'externalId',
        'firstName',
        'lastName',
        'dob',
        'email',
        'status',
        '',
      ].entries())
        expect(await column(at).inputValue()).toBe(field)
      await page.getByText(says.examples('Müller, jun. · Stone · Known')).waitFor()
      await column(6).selectOption('email')
      await button(page, says.check).click()
      await page.getByText(says.twice).waitFor()
      await column(6).selectOption({ label: 'Pets' })
      await column(1).selectOption('')
      await button(page, says.check).click()
      await page.getByText(says.needsField(says.fields.firstName, true)).waitFor()
      await column(1).selectOption('firstName')
      await button(page, says.check).click()
      await page.getByText(says.chooseOrder).waitFor()
      await expectAccessible(page, `the columns of an import in ${language}`)
      await page.getByLabel(says.dateOrder(columns[3]!)).selectOption('day_first')
      await button(page, says.check).click()

      // The dry run shows what would happen.
      const counted = (outcome: keyof typeof says.outcomes, rows: number) =>
        page.getByText(`${says.outcomes[outcome]}: ${rows}`, { exact: true })
      await counted('create', 1).waitFor()
      await counted('duplicate', 2).waitFor()
      await counted('refused', 2).waitFor()
      expect(Object.keys(await patientsIn(c)).sort()).toEqual(['Cara', 'Dan'])
      await button(page, `${says.show}: ${says.outcomes.refused}`).click()
      await rowOf(page, says.reasons.name_missing('')).getByText(says.atLine('7'), { exact: true }).waitFor()
      await rowOf(page, says.reasons.unknown_value(says.fields.status))
        .getByText(says.atLine('2'), { exact: true })
        .waitFor()
      await expectAccessible(page, `the dry run of an import in ${language}`)
      await page.getByLabel(says.valueOf(says.fields.status, 'Sleeping')).selectOption('inactive')
      // Values that were chosen in another form and not sent stay there during the dry run.
      await page.getByLabel(says.duplicateKinds.same_name_and_dob).selectOption('update')
      await column(6).selectOption('address')
      const values = page.getByRole('form', { name: says.values })
      await values.getByRole('button', { name: says.checkAgain }).click()
      await counted('create', 2).waitFor()
      expect(await page.getByLabel(says.duplicateKinds.same_name_and_dob).inputValue()).toBe('update')
      expect(await column(6).inputValue()).toBe('address')
      await column(6).selectOption('own.remark')

      // There are two possible duplicates. One is decided in bulk, and the other by its line.
      await page.getByText(says.firstDecide(2, '2')).waitFor()
      await page.getByRole('form', { name: says.duplicates }).locator('[type=submit]').click()
      await page.getByText(says.decided).first().waitFor()
      await page.getByText(says.firstDecide(1, '1')).waitFor()
      await button(page, `${says.show}: ${says.outcomes.duplicate}`).click()
      await page.getByLabel(says.decisionOf('6')).selectOption('create')
      await button(page, says.commit).waitFor()

      // The commit needs the passkey.
      c.clock.now += 10 * 60_000
      await page.clock.setFixedTime(c.clock.now)
      await button(page, says.commit).click()
      await page.getByText(says.commitText('4')).waitFor()
      await submitDialog(page)
      await page.getByText(security.confirmText).waitFor()
      await submitDialog(page)
      await counted('created', 3).waitFor()
      await counted('updated', 1).waitFor()
      await counted('refused', 1).waitFor()
      await expectAccessible(page, `a committed import in ${language}`)
      const came = await patientsIn(c)
      expect(came).toMatchObject({
        Änne: {
          lastName: 'Müller, jun.',
          dob: '1987-04-03T00:00:00.000Z',
          status: 'inactive',
          ownFields: [{ id: 'remark' }],
        },
        Bob: { email: 'bob@example.org', dob: '1990-06-05T00:00:00.000Z' },
        Cara: { email: 'cara@example.org' },
        Dora: { email: 'shared@example.org' },
      })
      await button(page, `${says.show}: ${says.outcomes.created}`).click()
      await rowOf(page, says.atLine('4')).getByRole('link', { name: says.toPatient }).waitFor()

      // The undo removes the imported records, except records that were changed meanwhile.
      success(await call('PATCH', `/api/v1/patients/${came.Bob.id}`, { town: 'Bath' }))
      await button(page, says.undo).click()
      await page.getByText(says.undoText).waitFor()
      await submitDialog(page)
      await counted('undone', 3).waitFor()
      await counted('kept', 1).waitFor()
      await button(page, `${says.show}: ${says.outcomes.kept}`).click()
      await rowOf(page, says.atLine('4')).getByText(says.reasons.touched('')).waitFor()
      const left = await patientsIn(c)
      expect(Object.keys(left).sort()).toEqual(['Bob', 'Cara', 'Dan'])
      expect(left.Cara.email).toBeNull()
      await page.getByRole('link', { name: says.all }).click()
      await rowOf(page, name).getByText(says.states.undone, { exact: true }).waitFor()
      await expectAccessible(page, `the imports in ${language}`)
      await page.getByRole('link', { name: `${says.open}: ${name}` }).click()
      await button(page, says.forget).click()
      await page.getByText(says.none).waitFor()
      expect(complaints.map((each) => each.replace(/[\da-f-]{36}/, 'id'))).toEqual([
        '403 /api/v1/imports',
        '403 /api/v1/imports/id/commit',
      ])
    },
  )

browsing(
  'during the upload of a file, the page shows the progress, and the owner can cancel the upload',
  async () => {
    await using house = await deskHouse(browser, 'en', clinic({ signedIn: true }))
    using _work = working(house.c)
    const { page, w, complaints } = await house.desk({ place: '/settings/imports' })
    const { imports: says, shell } = w
    await page.getByLabel(says.source).fill('Cliniko')
    const file = page.getByLabel(says.file, { exact: true })
    const choose = (buffer: Buffer) =>
      file.setInputFiles({ name: 'patients.csv', mimeType: 'text/csv', buffer })
    await choose(Buffer.from(`First name,Last name\n${'Anna,Berg\n'.repeat(200_000)}`))
    const network = await page.context().newCDPSession(page)
    const slow = { offline: false, latency: 0, downloadThroughput: -1, uploadThroughput: 100_000 }
    await network.send('Network.emulateNetworkConditions', slow)
    await button(page, says.upload).click()
    const bar = page.getByRole('progressbar', { name: says.onItsWay })
    await soon(async () => expect(Number(await bar.getAttribute('value'))).toBeGreaterThan(0))
    await button(page, shell.cancel).click()
    await bar.waitFor({ state: 'detached' })
    expect(success(await house.c.owner.call('GET', '/api/v1/imports')).imports).toEqual([])
    await network.send('Network.emulateNetworkConditions', { ...slow, uploadThroughput: -1 })

    // Before it uploads a large file, the desk asks the server. Meanwhile, another import has begun.
    const work = spyOn(house.c.store.dueImports, 'list').mockReturnValue([])
    let id = ''
    // The service notices a moment later that the first upload was broken off. The whole file may also have arrived by
    // then.
    await soon(async () => {
      for (const one of success(await house.c.owner.call('GET', '/api/v1/imports')).imports)
        success(await house.c.owner.call('DELETE', `/api/v1/imports/${one.id}`))
      id = success(await upload(house.c, 'First name,Last name\nAnna,Berg'), 201).id
    })
    await choose(Buffer.alloc(6 * 1024 ** 2, 'a'))
    await button(page, says.upload).click()
    await page.getByText(says.otherUnderWay).first().waitFor()
    success(await house.c.owner.call('DELETE', `/api/v1/imports/${id}`))
    work.mockRestore()

    // The same form sends another file.
    await choose(Buffer.from('a line'))
    await button(page, says.upload).click()
    await page.getByText(says.states.unreadable).first().waitFor()
    await page.getByText(says.problems.no_rows).waitFor()
    await button(page, says.forget).click()
    await page.getByText(says.none).waitFor()
    expect(complaints).toEqual(['409 /api/v1/imports'])
  },
)

browsing(
  'an upload is repeated while the practice moves, and only a full disk is reported as a full disk',
  async () => {
    const diskRoom = { free: 2 ** 50, needed: 0 }
    await using house = await deskHouse(browser, 'en', clinic({ signedIn: true, diskRoom }))
    const { c } = house
    using _work = working(c)
    const { page, w, complaints } = await house.desk({ place: '/settings/imports' })
    const { imports: says, failures } = w
    let sent = 0
    page.on('request', (request) => {
      if (request.method() === 'POST' && request.url().includes('/api/v1/imports?')) sent++
    })
    /** Answers the next upload instead of the server, as a proxy may. */
    const next = (status: number, headers: Record<string, string>) =>
      page.route(
        '**/api/v1/imports?*',
        (route) => {
          const error = { code: 'unavailable', status, message: 'Try again.' }
          return route.fulfill({ status, headers, json: { error } })
        },
        { times: 1 },
      )
    await page.getByLabel(says.source).fill('Cliniko')
    await page.getByLabel(says.file, { exact: true }).setInputFiles({
      name: 'patients.csv',
      mimeType: 'text/csv',
      buffer: Buffer.from('First name,Last name\nAnna,Berg'),
    })

    await next(503, {})
    await button(page, says.upload).click()
    await page.getByText(failures.unavailable).first().waitFor()
    diskRoom.free = 0
    await button(page, says.upload).click()
    await page.getByText(says.noRoom).first().waitFor()
    c.faults.length = 0
    diskRoom.free = 2 ** 50

    await next(421, { 'retry-after': '1' })
    await next(503, { 'retry-after': '1' })
    await button(page, says.upload).click()
    await page.getByText(says.states.ready).first().waitFor()
    expect(sent).toBe(5)
    expect(success(await c.owner.call('GET', '/api/v1/imports')).imports).toHaveLength(1)
    expect(complaints.filter((each) => !/^(503|421) /.test(each))).toEqual([])
  },
)

browsing(
  'an owner pauses and continues a commit, and then switches on the reminders of the imported appointments',
  async () => {
    await using house = await deskHouse(browser, 'en', clinic({ signedIn: true }))
    const { c } = house
    using _work = working(c)
    await newPatient(c.owner.call, { firstName: 'Anna', lastName: 'Berg', dob: '1990-01-02' })
    await newChair(c.owner.call, { name: 'Room 1' })
    const rows = [
      'Last name,First name,Date of birth,Start,Minutes,Chair',
      'Berg,Anna,1990-01-02,2026-03-09 09:00,30,Op 1',
    ]
    const { id } = await bring(c, rows.join('\n'), { kind: 'appointments' })
    const { page, w, complaints } = await house.desk({ place: '/settings/imports' })
    const { imports: says } = w
    await page.getByRole('link', { name: says.open }).click()
    await button(page, says.check).click()
    await page.getByLabel(says.valueOf(says.fields.chair, 'Op 1')).selectOption('Room 1')
    await page.getByRole('form', { name: says.values }).locator('[type=submit]').click()

    // No worker processes the import, so that it can be paused.
    await page.getByText(`${says.outcomes.create}: 1`, { exact: true }).waitFor()
    await c.importer.idle()
    const work = spyOn(c.store.dueImports, 'list').mockReturnValue([])
    await button(page, says.commit).click()
    await submitDialog(page)
    await page.getByRole('progressbar', { name: says.states.committing }).waitFor()
    await page.getByText(says.progressOf('0', '1')).waitFor()
    await button(page, says.pause).click()
    await page.getByText(says.paused, { exact: true }).first().waitFor()
    await expectAccessible(page, 'an import that is paused')
    expect(success(await c.owner.call('GET', `/api/v1/imports/${id}`))).toMatchObject({
      state: 'committing',
      paused: true,
    })
    work.mockRestore()
    await button(page, says.goOn).click()
    await page.getByText(`${says.outcomes.created}: 1`, { exact: true }).waitFor()

    await page.getByText(says.remindersAbout).waitFor()
    await button(page, says.remind).click()
    await page.getByText(says.remindText).waitFor()
    await submitDialog(page)
    await page.getByText(says.remindersOn).waitFor()
    expect(complaints).toEqual([])
  },
)

browsing('the page of imports tells an assistant that only owners can use it', async () => {
  await using house = await deskHouse(browser)
  const { page, w, complaints } = await house.desk({ place: '/settings/imports', member: house.c.assistant })
  await page.getByText(w.settings.forOwners).waitFor()
  expect(complaints).toEqual([])
})

browsing(
  'before choices that were not sent are lost, the page asks once, and it does not ask after an upload or a discard',
  async () => {
    await using house = await deskHouse(browser, 'en', clinic({ signedIn: true }))
    const { c } = house
    using _work = working(c)
    const { page, w, complaints } = await house.desk({ place: '/settings/imports' })
    const { imports: says, shell } = w
    const leaving = page.getByRole('dialog', { name: shell.leaveTitle })
    const file = page.getByLabel(says.file, { exact: true })
    await file.setInputFiles({
      name: 'patients.csv',
      mimeType: 'text/csv',
      buffer: Buffer.from('First name,Last name,Remarks\nAnna,Berg,shy'),
    })
    await page.locator('.settings-pages a[href="#/settings/tags"]').click()
    await leaving.getByRole('button', { name: shell.keepVerb }).click()
    await page.getByLabel(says.source).fill('Cliniko')
    await button(page, says.upload).click()
    await button(page, says.check).click()
    await page.getByText(`${says.outcomes.create}: 1`, { exact: true }).waitFor()

    const remarks = page.getByLabel('Remarks', { exact: true })
    await remarks.selectOption('address')
    await button(page, says.commit).click()
    const asking = page.getByRole('dialog', { name: says.commitTitle })
    await asking.getByText(says.commitUnsent).waitFor()
    // A hurried Enter loses no changes.
    await page.keyboard.press('Enter')
    await asking.waitFor({ state: 'detached' })
    expect(await remarks.inputValue()).toBe('address')
    await remarks.selectOption('')
    await button(page, says.commit).click()
    await asking.getByText(says.commitUndo).waitFor()
    expect(await asking.getByText(says.commitUnsent).count()).toBe(0)
    await page.keyboard.press('Escape')

    await remarks.selectOption('address')
    await button(page, says.discard).click()
    await submitDialog(page)
    await page.getByText(says.none).waitFor()
    expect(await page.getByRole('dialog').count()).toBe(0)
    expect(complaints).toEqual([])
  },
)
