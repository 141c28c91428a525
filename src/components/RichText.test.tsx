import { fireEvent, render, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import type { Block, Run } from '../../contract/content'
import type { ContentLink } from '../platform/contentLink'
import { RichText } from './RichText'

const run = (text: string, href: string | null = null, marks: Run['marks'] = []): Run => ({ text, marks, href })

function show(blocks: unknown, underLevel?: number) {
  const links: ContentLink[] = []
  const view = render(
    <RichText
      blocks={blocks as Block[]}
      underLevel={underLevel}
      onLink={(link) => links.push(link)}
      tableLabel="Table"
      codeLabel="Code"
    />,
  )
  return { links, ...view }
}

test('headings stand below the title that the page has', () => {
  const blocks = [
    { kind: 'heading', level: 2, runs: [run('Rules')] },
    { kind: 'heading', level: 3, runs: [run('Ties')] },
  ]
  const { unmount } = show(blocks)
  expect(screen.getByRole('heading', { level: 2, name: 'Rules' })).toBeInTheDocument()
  expect(screen.getByRole('heading', { level: 3, name: 'Ties' })).toBeInTheDocument()
  unmount()
  show(blocks, 2)
  expect(screen.getByRole('heading', { level: 3, name: 'Rules' })).toBeInTheDocument()
})

test('lists, quotes and code are what they are', () => {
  const { container } = show([
    {
      kind: 'list',
      ordered: true,
      items: [
        { depth: 0, runs: [run('first')] },
        { depth: 1, runs: [run('inner')] },
      ],
    },
    { kind: 'quote', runs: [run('said', null, ['emphasis'])] },
    { kind: 'code', text: 'a <b> c' },
  ])
  const items = within(screen.getByRole('list')).getAllByRole('listitem')
  expect(items.map((item) => item.textContent)).toEqual(['1.first', '1.inner'])
  expect(items[1]).toHaveAttribute('aria-level', '2')
  expect(screen.getByRole('blockquote')).toHaveTextContent('said')
  expect(screen.getByRole('region', { name: 'Code' })).toHaveTextContent('a <b> c')
  expect(container.querySelector('b')).toBeNull()
})

test('a table scrolls in a region of its own, which the keyboard reaches', () => {
  show([{ kind: 'table', head: [[run('Day')], [run('Rate')]], rows: [[[run('Mon')], [run('2%')]]] }])
  const region = screen.getByRole('region', { name: 'Table: Day, Rate' })
  expect(region).toHaveAttribute('tabindex', '0')
  expect(region).toHaveStyle({ overflowX: 'auto' })
  const table = within(region).getByRole('table')
  expect(within(table).getAllByRole('columnheader')).toHaveLength(2)
  expect(within(table).getByRole('cell', { name: '2%' })).toBeInTheDocument()
})

test('a picture comes lazily with its words, which stand there where it does not come', () => {
  show([{ kind: 'image', url: '/api/media/a.webp', alt: 'A price line' }])
  const picture = screen.getByRole('img', { name: 'A price line' })
  expect(picture).toHaveAttribute('loading', 'lazy')
  expect(picture.parentElement).toHaveClass('rich-text__picture')
  fireEvent.error(picture)
  expect(screen.queryByRole('img')).toBeNull()
  expect(screen.getByText('A price line')).toBeInTheDocument()
})

test('links are followed by tap and by keyboard', async () => {
  const { links } = show([
    {
      kind: 'paragraph',
      runs: [run('see '), run('the rules', '/pages/money/detail'), run('site', 'https://a.example/x')],
    },
  ])
  await userEvent.click(screen.getByRole('link', { name: 'the rules' }))
  await userEvent.tab()
  expect(screen.getByRole('link', { name: 'site' })).toHaveFocus()
  await userEvent.keyboard('{Enter}')
  expect(links).toEqual([
    { kind: 'page', url: '/pages/money/detail' },
    { kind: 'site', url: 'https://a.example/x', host: 'a.example' },
  ])
})

test('hostile blocks run nothing and lead nowhere', async () => {
  const alert = jest.spyOn(window, 'alert').mockImplementation(() => undefined)
  const words = '<script>alert(1)</script><img src=x onerror="alert(1)">'
  const { container, links } = show([
    { kind: 'paragraph', runs: [run(words), run('click', 'javascript:alert(1)'), run('data', 'data:text/html,x')] },
    { kind: 'paragraph', runs: [run('away', '//evil.example'), run('at', 'https://a.example@evil.example')] },
    { kind: 'image', url: 'https://evil.example/pixel.png', alt: 'pixel' },
    { kind: 'image', url: 'data:image/svg+xml,<svg onload=alert(1)>', alt: '' },
    { kind: 'html', html: words },
    { name: 'iframe', attrs: { srcdoc: words } },
    { kind: 'heading', level: 2, runs: [{ text: { $$typeof: 'react.element', type: 'script' } }] },
    { kind: 'code', text: words, dangerouslySetInnerHTML: { __html: words } },
  ])
  expect(container.querySelectorAll('script, img, iframe, a, [srcdoc], [onerror]')).toHaveLength(0)
  expect(screen.queryAllByRole('link')).toHaveLength(0)
  for (const name of ['click', 'data', 'away', 'at']) await userEvent.click(screen.getByText(name))
  expect(screen.getAllByText(words)).toHaveLength(2)
  expect(links).toEqual([])
  expect(alert).not.toHaveBeenCalled()
  alert.mockRestore()
})
