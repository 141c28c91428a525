import { makeAutoObservable, runInAction } from 'mobx'
import type { Locale } from '../../contract/locales'
import type { MESSAGE_GROUPS, Message, MessagePreferences } from '../../contract/messages'
import type { ApiResult, Http } from '../api/http'
import { PagedList } from './PagedList'
import { Resource } from './Resource'

export type MessageGroup = (typeof MESSAGE_GROUPS)[number]

export interface MessagesStoreDeps {
  http: Http
  locale(): Locale
}

/** The user's messages: the list, how many are unread, and which groups are muted. */
export class MessagesStore {
  readonly list: PagedList<Message, Locale>
  /** The server's last count, less the messages opened since. */
  unread = 0
  readonly preferences: Resource<MessagePreferences>
  /** Responses to requests of an earlier session are dropped. */
  private generation = 0
  /** Number of the last count request; answers to earlier ones are dropped. */
  private counts = 0

  constructor(private readonly deps: MessagesStoreDeps) {
    this.list = new PagedList(
      // The locale is that of announcements; the app words all other messages itself.
      (locale, cursor) => deps.http.call('listMessages', { query: { locale, cursor } }),
      deps.locale(),
      ({ id }) => id,
    )
    this.preferences = new Resource(() => deps.http.call('getMessagePreferences'))
    makeAutoObservable<MessagesStore, 'deps' | 'generation' | 'counts'>(this, {
      deps: false,
      generation: false,
      counts: false,
      list: false,
      preferences: false,
    })
  }

  /** The first page again; announcements are in one language, so another one restarts the list. */
  load(): Promise<boolean> {
    return this.list.load(this.deps.locale())
  }

  async countUnread(): Promise<void> {
    this.counts += 1
    const { counts, generation } = this
    const answer = await this.deps.http.call('countUnreadMessages')
    if (generation !== this.generation || counts !== this.counts || !answer.ok) return
    runInAction(() => (this.unread = answer.value.unread))
  }

  /** Marks a message as read, here at once. If the request fails, it is unread again. */
  async read(message: Message): Promise<void> {
    if (message.read) return
    const { generation } = this
    this.setRead(message, true)
    const answer = await this.deps.http.call('readMessage', { params: { id: message.id } })
    if (generation !== this.generation || answer.ok || answer.error.code === 'not_found') return
    runInAction(() => this.setRead(message, false))
  }

  async readAll(): Promise<ApiResult<unknown>> {
    const { generation } = this
    const answer = await this.deps.http.call('readAllMessages')
    if (answer.ok && generation === this.generation) {
      runInAction(() => {
        for (const message of this.list.items) if (!message.read) this.setRead(message, true)
        this.counts += 1
        this.unread = 0
      })
    }
    return answer
  }

  /** Applies at once; a failure restores the old value. */
  async setMuted(group: MessageGroup, muted: boolean): Promise<ApiResult<unknown>> {
    const { generation, preferences } = this
    const before = preferences.value
    const others = (before?.muted ?? []).filter((other) => other !== group)
    const next: MessagePreferences = { muted: muted ? [...others, group] : others }
    preferences.set(next)
    const answer = await this.deps.http.call('setMessagePreferences', { body: next })
    if (generation !== this.generation) return answer
    // Muted messages are not counted, so the count changes.
    if (answer.ok) void this.countUnread()
    else if (before) preferences.set(before)
    else preferences.reset()
    return answer
  }

  reset(): void {
    this.generation += 1
    this.unread = 0
    this.preferences.reset()
    this.list.reset()
  }

  private setRead(message: Message, read: boolean): void {
    this.counts += 1
    this.unread = Math.max(0, this.unread + (read ? -1 : 1))
    this.list.replace(({ id }) => id === message.id, { ...message, read })
  }
}
