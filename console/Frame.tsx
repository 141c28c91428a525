import { Layout, Menu, Select, Typography } from 'antd'
import { type ComponentType, useEffect } from 'react'
import { Redirect, Route, Switch, useLocation } from 'wouter'
import type { Permission } from '../contract/console'
import { call } from './api'
import { Audit } from './pages/Audit'
import { Books } from './pages/Books'
import { Content } from './pages/Content'
import { Desk } from './pages/Desk'
import { Income } from './pages/Income'
import { Keys } from './pages/Keys'
import { Deposits, Withdrawals } from './pages/Money'
import { Payees } from './pages/Payees'
import { Products } from './pages/Products'
import { Proposals } from './pages/Proposals'
import { Reasons } from './pages/Reasons'
import { Reconciliation } from './pages/Reconciliation'
import { Staff } from './pages/Staff'
import { Statements } from './pages/Statements'
import { Users } from './pages/Users'
import { Verifications } from './pages/Verifications'
import { Caught } from './parts/Caught'
import { Icon, type IconName } from './parts/Icon'
import { KeyHelp } from './parts/KeyHelp'
import { useKeys } from './parts/keys'
import { SendButton } from './parts/SendButton'
import { useReloading } from './parts/useReloading'
import { useWaiting, WaitingBadge } from './parts/waiting'
import { useSession } from './session'
import { LANGUAGES, type Language, t } from './texts'

interface Page {
  path: IconName
  /** Undefined: for everybody. */
  needs?: Permission
  show: ComponentType
  /** A list with the open item, which uses the whole window and has its own heading. */
  isSplit?: true
}

/** The menu: what waits comes first. */
const GROUPS: { name: string; pages: Page[] }[] = [
  {
    name: 'queues',
    pages: [
      { path: 'desk', show: Desk },
      { path: 'verifications', needs: 'verifications.decide', show: Verifications, isSplit: true },
      { path: 'payees', needs: 'verifications.decide', show: Payees },
      { path: 'deposits', needs: 'deposits.decide', show: Deposits, isSplit: true },
      { path: 'withdrawals', needs: 'withdrawals.decide', show: Withdrawals, isSplit: true },
      { path: 'statements', needs: 'deposits.decide', show: Statements, isSplit: true },
    ],
  },
  {
    name: 'people',
    pages: [
      { path: 'users', needs: 'users.read', show: Users, isSplit: true },
      { path: 'staff', needs: 'staff.read', show: Staff, isSplit: true },
    ],
  },
  { name: 'market', pages: [{ path: 'products', needs: 'products.read', show: Products, isSplit: true }] },
  {
    name: 'publishing',
    pages: [
      { path: 'content', needs: 'content.edit', show: Content, isSplit: true },
      { path: 'income', needs: 'content.edit', show: Income },
      { path: 'reasons', needs: 'content.edit', show: Reasons, isSplit: true },
    ],
  },
  {
    name: 'control',
    pages: [
      { path: 'proposals', show: Proposals, isSplit: true },
      { path: 'reconciliation', needs: 'audit.read', show: Reconciliation },
      { path: 'books', needs: 'audit.read', show: Books },
      { path: 'audit', needs: 'audit.read', show: Audit, isSplit: true },
      { path: 'keys', show: Keys, isSplit: true },
    ],
  },
]

interface Props {
  onLanguage(language: Language): void
  onSignedOut(): void
}

/** Pages that the person's roles give, in their groups. */
function useGroups() {
  const { permissions } = useSession().session.staff
  return GROUPS.map(({ name, pages }) => ({
    name,
    pages: pages.filter(({ needs }) => needs === undefined || permissions.includes(needs)),
  })).filter(({ pages }) => pages.length > 0)
}

function SideMenu({ groups }: { groups: ReturnType<typeof useGroups> }) {
  const [location, navigate] = useLocation()
  const { of, count, reload } = useWaiting()
  useReloading(reload)
  const name = t('appTitle', { app: useSession().session.appName })
  useEffect(() => {
    document.title = count === 0 ? name : `(${count}) ${name}`
  }, [count, name])
  const label = (path: IconName) => {
    const waiting = of(path)
    return (
      <span className="menu__line">
        {t(`menu/${path}`)}
        {waiting && <WaitingBadge item={waiting} />}
      </span>
    )
  }
  return (
    <Menu
      className="menu"
      mode="inline"
      inlineIndent={10}
      selectedKeys={[location.split('/')[1] ?? '']}
      onClick={({ key }) => navigate(`/${key}`)}
      items={groups.map(({ name, pages }) => ({
        type: 'group',
        key: `group-${name}`,
        label: t(`menuGroup/${name}`),
        children: pages.map(({ path }) => ({ key: path, icon: <Icon name={path} />, label: label(path) })),
      }))}
    />
  )
}

/** Who is signed in, the language, the keys and the way out. */
function Person({ onLanguage, onSignedOut }: Props) {
  const { session, language } = useSession()
  return (
    <div className="menu__person">
      <b>{session.staff.name}</b>
      <Select<Language>
        aria-label={t('language')}
        size="small"
        value={language}
        onChange={onLanguage}
        options={Object.entries(LANGUAGES).map(([value, label]) => ({ value: value as Language, label }))}
      />
      <KeyHelp />
      <SendButton size="small" type="text" send={() => call('signOut', {}).finally(onSignedOut)}>
        {t('signOut')}
      </SendButton>
    </div>
  )
}

const PageOf = ({ page: { path, show: Show, isSplit } }: { page: Page }) => (
  <Caught key={path}>
    {isSplit ? (
      <Show />
    ) : (
      <div className="page">
        <Typography.Title level={1}>{t(`menu/${path}`)}</Typography.Title>
        <Show />
      </div>
    )}
  </Caught>
)

/** Menu, name and page; only what the person's roles give is there. */
export function Frame(props: Props) {
  const { session } = useSession()
  const groups = useGroups()
  const pages = groups.flatMap((group) => group.pages)
  useKeys()
  return (
    <Layout hasSider className="frame">
      <Layout.Sider
        className="frame__side"
        width={252}
        breakpoint="lg"
        collapsedWidth={0}
        theme="light"
        zeroWidthTriggerStyle={{ top: 6 }}
      >
        <div className="frame__name">
          <span className="frame__mark">
            <Icon name="mark" />
          </span>
          <b>{t('appTitle', { app: session.appName })}</b>
        </div>
        <SideMenu groups={groups} />
        <Person {...props} />
      </Layout.Sider>
      <Layout.Content>
        <main>
          <Switch>
            {pages.map((page) => (
              <Route key={page.path} path={`/${page.path}`}>
                <PageOf page={page} />
              </Route>
            ))}
            <Route>
              <Redirect to={`/${pages[0]?.path ?? 'proposals'}`} />
            </Route>
          </Switch>
        </main>
      </Layout.Content>
    </Layout>
  )
}
