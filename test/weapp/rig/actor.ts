import { pause, until } from '../../support/until'
import type { MiniProgram } from './miniProgram'
import { allBelow, byRole, byText, fields, isDisabled, outlineOf, type Text, textOf } from './tree'
import type { Element } from './wxml'

const POLL_MS = 20
/** How long the program takes to answer a touch before the next one comes. */
const SETTLE_MS = 30
const DRAG_STEPS = 10

/** A user of the mini program: finds by role and name, by label or by text, and touches as the view layer reports it. */
export interface WeappActor {
  program: MiniProgram
  /** Opens a route as a link inside the program does: tabs switch, the rest is pushed. */
  open(path: string): Promise<void>
  sees(text: Text): Promise<string>
  seesNoMore(text: Text): Promise<void>
  reads(role: string, name?: Text): Promise<string>
  has(role: string, name?: Text): Promise<boolean>
  presses(name: Text, role?: string): Promise<void>
  fills(label: Text, text: string): Promise<void>
  valueOf(label: Text): Promise<string>
  arrivesAt(path: string): Promise<void>
  pullsDown(): Promise<void>
  /** Drags a finger over the canvas with this name, `by` points to the right. */
  drags(canvas: Text, by: number): Promise<void>
  /** Waits until a condition is true; for what is not on the page, e.g. a call of `wx`. */
  until<T>(what: string, check: () => T | undefined): Promise<T>
}

/** The form around a button that submits. */
function formOf(element: Element): Element | undefined {
  return element.parent === undefined || element.tag === 'form' ? element : formOf(element.parent)
}

function valuesOf(form: Element): Record<string, string> {
  const named = allBelow(form).filter(
    ({ tag, attributes }) => (tag === 'input' || tag === 'textarea') && attributes.name,
  )
  return Object.fromEntries(named.map(({ attributes }) => [attributes.name, String(attributes.value ?? '')]))
}

type Reading = Pick<WeappActor, 'until' | 'sees' | 'seesNoMore' | 'reads' | 'has' | 'valueOf' | 'arrivesAt'>
type Acting = Pick<WeappActor, 'open' | 'presses' | 'fills' | 'drags' | 'pullsDown'>

function createFinder(program: MiniProgram) {
  const describe = () => {
    const { pages, complaints, network } = program
    return [
      ...complaints.slice(0, 3),
      ...network.log.slice(-12),
      `${pages.stack.map(({ route }) => route).join(' > ')} shows:`,
      outlineOf(pages.tree()),
    ].join('\n')
  }
  const waitFor = <T>(what: string, check: () => T | undefined) => until(what, check, { everyMs: POLL_MS, describe })
  const tree = () => program.pages.tree()
  const last = (found: Element[]) => found[found.length - 1]
  const field = (label: Text) => waitFor(`the field ${label}`, () => last(fields(tree(), label)))
  return { waitFor, tree, last, field }
}

type Finder = ReturnType<typeof createFinder>

function createReading(program: MiniProgram, { waitFor, tree, last, field }: Finder): Reading {
  return {
    until: waitFor,
    async sees(text) {
      return textOf(await waitFor(`the text ${text}`, () => last(byText(tree(), text))))
    },
    async seesNoMore(text) {
      await waitFor(`the text ${text} to go`, () => (byText(tree(), text).length === 0 ? true : undefined))
    },
    async reads(role, name) {
      return textOf(await waitFor(`${role} ${name ?? ''}`, () => last(byRole(tree(), role, name))))
    },
    async has(role, name) {
      return byRole(tree(), role, name).length > 0
    },
    async valueOf(label) {
      return String((await field(label)).attributes.value ?? '')
    },
    async arrivesAt(path) {
      await waitFor(`the route ${path}`, () => (`/${program.pages.current.route}`.startsWith(path) ? true : undefined))
      await pause(SETTLE_MS)
    },
  }
}

function createActing(program: MiniProgram, { waitFor, tree, last, field }: Finder): Acting {
  const tap = async (element: Element) => {
    program.fire(element, 'tap', { x: 1, y: 1 }, { bubbles: true })
    if (element.attributes['open-type'] === 'agreePrivacyAuthorization') {
      program.privacy.tapped = String(element.attributes.id)
      program.fire(element, 'agreeprivacyauthorization')
    }
    const form = element.attributes['form-type'] === 'submit' ? formOf(element) : undefined
    if (form?.tag === 'form') program.fire(form, 'submit', { value: valuesOf(form) })
    await pause(SETTLE_MS)
  }

  return {
    async open(path) {
      const { pages } = program
      const route = path.replace(/^\//, '').split('?')[0] ?? ''
      if (pages.isTab(route)) await pages.switchTab(path)
      else if (pages.stack.length < 8) await pages.navigateTo(path)
      else await pages.redirectTo(path)
      await pause(SETTLE_MS)
    },
    async presses(name, role = 'button') {
      await tap(
        await waitFor(`${role} ${name} to press`, () =>
          last(byRole(tree(), role, name).filter((one) => !isDisabled(one))),
        ),
      )
    },
    async fills(label, text) {
      const first = await field(label)
      program.fire(first, 'focus', { value: '' })
      let value = ''
      for (const letter of text) {
        value += letter
        program.fire(await field(label), 'input', { value, cursor: value.length })
        await pause(2)
        // The program's text is the field's content.
        const shown = last(fields(tree(), label))?.attributes.value
        if (typeof shown === 'string' && shown !== '') value = shown
      }
      program.fire(await field(label), 'blur', { value })
      await pause(SETTLE_MS)
    },
    async drags(canvas, by) {
      const found = await waitFor(`the canvas ${canvas}`, () =>
        last(byRole(tree(), 'img', canvas).filter(({ tag }) => tag === 'canvas')),
      )
      const finger = (x: number) => ({ touches: [{ identifier: 1, x, y: 100 }] })
      program.fire(found, 'touchstart', {}, finger(40))
      for (let step = 1; step <= DRAG_STEPS; step += 1) {
        await pause(16)
        program.fire(found, 'touchmove', {}, finger(40 + (by * step) / DRAG_STEPS))
      }
      program.fire(found, 'touchend', {}, finger(40 + by))
      await pause(SETTLE_MS)
    },
    async pullsDown() {
      await program.callPage('onPullDownRefresh')
      await pause(SETTLE_MS)
    },
  }
}

export function createWeappActor(program: MiniProgram): WeappActor {
  const finder = createFinder(program)
  return { program, ...createReading(program, finder), ...createActing(program, finder) }
}
