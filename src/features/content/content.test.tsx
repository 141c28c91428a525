import { act, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import type { Block, NewsItem } from '../../../contract/content'
import type { Message } from '../../../contract/messages'
import { appInfoOf, articleOf, messageOf, NOON } from '../../../test/client/factories'
import { answered, refused, renderLoggedIn, renderScreen } from '../../../test/client/screens'
import { fakeTaro } from '../../../test/client/taro'
import type { CallParts } from '../../api/http'
import { changeLocale, startI18n } from '../../i18n'
import { GuideScreen } from './GuideScreen'
import { MessagesScreen } from './MessagesScreen'
import { NewsDetailScreen } from './NewsDetailScreen'
import { NewsScreen } from './NewsScreen'
import { ShareButton } from './ShareButton'

beforeAll(() => startI18n('en-US'))
beforeEach(() => jest.spyOn(Date, 'now').mockReturnValue(NOON))
afterEach(() => jest.restoreAllMocks())

const button = (name: string | RegExp) => screen.findByRole('button', { name })

const itemOf = (id: string, overrides: Partial<NewsItem> = {}): NewsItem => ({
  id,
  title: `Title ${id}`,
  summary: 'First words',
  coverUrl: null,
  publishedAt: '2026-11-20T13:57:00Z',
  ...overrides,
})
const BLOCKS: Block[] = [
  { kind: 'heading', level: 2, runs: [{ text: 'Part', marks: [], href: null }] },
  {
    kind: 'paragraph',
    runs: [
      { text: 'the site', marks: [], href: 'https://help.example.com/a' },
      { text: 'the rules', marks: [], href: '/pages/money/detail' },
    ],
  },
]

describe('news', () => {
  test('each has its age, in the time zone of the reader, and a tap opens one', async () => {
    const items = [itemOf('old', { publishedAt: '2026-11-19T14:02:00Z' })]
    const { stores } = renderScreen(<NewsScreen />, { listNews: answered({ items, nextCursor: null }) })
    act(() => stores.preferences.setTimeZone('utc'))
    expect(await button(/Title old/)).toHaveTextContent('2026/11/19 14:02')
    await userEvent.click(await button(/Title old/))
    expect(fakeTaro.navigations).toEqual(['navigateTo /pages/news/detail?id=old'])
  })

  test('pages follow each other to the end, and a page that fails can be tried again', async () => {
    const listNews = ({ query }: CallParts) =>
      query?.cursor === 'c1'
        ? answered({ items: [itemOf('two')], nextCursor: null })
        : answered({ items: [itemOf('one')], nextCursor: 'c1' })
    const { answers } = renderScreen(<NewsScreen />, { listNews })
    await button(/Title one/)
    answers.listNews = refused('network')
    await userEvent.click(await button('Load more'))
    answers.listNews = listNews
    await userEvent.click(await button('Try again'))
    expect(await button(/Title two/)).toBeInTheDocument()
    expect(await button(/Title one/)).toBeInTheDocument()
    expect(screen.getByText('No more')).toBeInTheDocument()
  })

  test('none: that is said', async () => {
    renderScreen(<NewsScreen />, { listNews: answered({ items: [], nextCursor: null }) })
    expect(await screen.findByText('No data')).toBeInTheDocument()
  })

  test('another language asks again', async () => {
    const asked: unknown[] = []
    const listNews = ({ query }: CallParts) => {
      asked.push(query?.locale)
      return answered({ items: [itemOf(String(query?.locale).toLowerCase())], nextCursor: null })
    }
    const { stores } = renderScreen(<NewsScreen />, { listNews })
    await button(/zh-cn/)
    act(() => stores.preferences.setLocale('de-DE'))
    await act(() => changeLocale('de-DE').then(() => undefined))
    expect(await button(/de-de/)).toBeInTheDocument()
    expect(asked).toEqual(['zh-CN', 'de-DE'])
    await act(() => changeLocale('en-US').then(() => undefined))
  })

  test('a picture of ours is shown, any other is not', async () => {
    const items = [
      itemOf('ours', { coverUrl: '/api/media/cover.webp' }),
      itemOf('theirs', { coverUrl: 'https://evil.example/pixel.png' }),
    ]
    const { container } = renderScreen(<NewsScreen />, { listNews: answered({ items, nextCursor: null }) })
    await button(/Title ours/)
    expect([...container.querySelectorAll('img')].map((image) => image.getAttribute('src'))).toEqual([
      'http://localhost/api/media/cover.webp',
    ])
  })
})

describe('an article', () => {
  test('shows its title, age and text; a site outside is named before it opens', async () => {
    const open = jest.spyOn(window, 'open').mockReturnValue(null)
    const getNews = answered(articleOf({ blocks: BLOCKS }))
    const { stores } = renderScreen(<NewsDetailScreen id="a" />, { getNews })
    expect(await screen.findByRole('heading', { level: 2, name: 'Title a' })).toBeInTheDocument()
    expect(screen.getByRole('heading', { level: 3, name: 'Part' })).toBeInTheDocument()
    expect(screen.getByText('just now')).toBeInTheDocument()
    await userEvent.click(screen.getByRole('link', { name: 'the rules' }))
    expect(fakeTaro.navigations).toEqual(['navigateTo /pages/money/detail'])
    await userEvent.click(screen.getByRole('link', { name: 'the site' }))
    expect(stores.ui.confirmation?.text).toContain('help.example.com')
    await act(async () => stores.ui.settle(false))
    expect(open).not.toHaveBeenCalled()
    await userEvent.click(screen.getByRole('link', { name: 'the site' }))
    await act(async () => stores.ui.settle(true))
    expect(open).toHaveBeenCalledWith('https://help.example.com/a', '_blank', 'noopener,noreferrer')
  })

  test('says when it is in another language than the reader’s', async () => {
    const { container } = renderScreen(<NewsDetailScreen id="a" />, {
      getNews: answered(articleOf({ locale: 'zh-CN' })),
    })
    expect(await screen.findByText(/isn’t available in your language/)).toBeInTheDocument()
    expect(container.querySelector('[lang="zh-CN"]')).toHaveTextContent('Title a')
  })

  test('one that was withdrawn leads to the others', async () => {
    renderScreen(<NewsDetailScreen id="gone" />, { getNews: refused('not_found') })
    await userEvent.click(await button('All news'))
    expect(fakeTaro.navigations).toEqual(['switchTab /pages/news/news'])
  })

  test('a guide leads to the other guides', async () => {
    const document = answered(articleOf({ id: 'how-orders-work', title: 'How timed orders work' }))
    renderScreen(<GuideScreen id="how-orders-work" />, { getDocument: document })
    expect(await screen.findByText('Updated Nov 19, 2026')).toBeInTheDocument()
    expect(screen.queryByRole('button', { name: 'How timed orders work' })).toBeNull()
    await userEvent.click(await button('Risk notice'))
    expect(fakeTaro.navigations).toEqual(['navigateTo /pages/index/detail?id=risk-notice'])
  })

  test('is shared by the device, or as a link', async () => {
    const user = userEvent.setup()
    const { stores } = renderScreen(
      <>
        <ShareButton page="/pages/news/detail" id="a" kind="news" />
        <NewsDetailScreen id="a" />
      </>,
      { getNews: answered(articleOf()) },
    )
    await user.click(await button('Share'))
    expect(await navigator.clipboard.readText()).toBe('http://localhost/#/pages/news/detail?id=a')
    expect(stores.ui.toasts.map(({ text }) => text)).toEqual(['Link copied'])
    const share = jest.fn(async () => undefined)
    Object.defineProperty(navigator, 'share', { value: share, configurable: true })
    await user.click(await button('Share'))
    expect(share).toHaveBeenCalledWith({ title: 'Title a', url: 'http://localhost/#/pages/news/detail?id=a' })
    Reflect.deleteProperty(navigator, 'share')
  })
})

describe('messages', () => {
  const ANNOUNCED = { kind: 'announcement', facts: {}, title: 'Holiday hours', body: 'Closed on Thursday.' } as const
  const NEWS: Message = { ...messageOf('2'), ...ANNOUNCED }

  function show(items: Message[], unread = items.filter(({ read }) => !read).length) {
    const shown = renderLoggedIn(<MessagesScreen />, {
      listMessages: answered({ items, nextCursor: null }),
      countUnreadMessages: answered({ unread }),
      readMessage: answered(null),
      readAllMessages: answered(null),
    })
    act(() => shown.stores.session.setAppInfo(appInfoOf()))
    return shown
  }

  test('none: the words of the specification', async () => {
    show([])
    expect(await screen.findByText('No message record')).toBeInTheDocument()
  })

  test('one is read when it is opened, and leads to what it is about', async () => {
    const { calls, stores } = show([messageOf('1')])
    await act(() => stores.messages.countUnread())
    const row = await button(/Deposit successful.*unread/)
    expect(row).toHaveTextContent('1,000.00 USD has been added to your balance.')
    expect(row).toHaveTextContent('20 minutes ago')
    await userEvent.click(row)
    expect(fakeTaro.navigations).toEqual(['navigateTo /pages/withdraw-list/withdraw-open'])
    expect(stores.messages.unread).toBe(0)
    await waitFor(() => expect(calls.map(({ name }) => name)).toContain('readMessage'))
    expect(screen.queryByRole('button', { name: /unread/ })).toBeNull()
  })

  test('an announcement opens in full where it stands', async () => {
    show([NEWS])
    await userEvent.click(await button(/Holiday hours/))
    expect(within(await screen.findByRole('dialog')).getByText('Closed on Thursday.')).toBeInTheDocument()
    expect(fakeTaro.navigations).toEqual([])
  })

  test('mark all asks nothing, and goes when there is nothing left', async () => {
    const { stores } = show([messageOf('1'), NEWS])
    await act(() => stores.messages.countUnread())
    await userEvent.click(await button('Mark all as read'))
    await waitFor(() => expect(screen.queryByRole('button', { name: 'Mark all as read' })).toBeNull())
    expect(stores.ui.confirmation).toBeUndefined()
    expect(screen.queryByRole('button', { name: /unread/ })).toBeNull()
    expect(stores.ui.toasts.map(({ text }) => text)).toEqual(['Operation Successful'])
  })

  test('news of the stream brings the list up to date', async () => {
    const { answers, stores } = show([messageOf('1', { read: true })])
    await button(/Deposit successful/)
    answers.listMessages = answered({ items: [NEWS, messageOf('1', { read: true })], nextCursor: null })
    act(() => stores.changes.note(['messages']))
    expect(await button(/Holiday hours.*unread/)).toBeInTheDocument()
  })

  test('amounts hide where balances do', async () => {
    const { stores } = show([messageOf('1')])
    await button(/Deposit successful/)
    act(() => stores.preferences.setHideBalances(true))
    expect(await button(/Deposit successful/)).toHaveTextContent('•••• has been added')
  })
})
