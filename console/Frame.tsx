import { Layout, Menu, Select, Space, Typography } from 'antd'
import type { ComponentType } from 'react'
import { Redirect, Route, Switch, useLocation } from 'wouter'
import type { Permission } from '../contract/console'
import { call } from './api'
import { Audit } from './pages/Audit'
import { Books } from './pages/Books'
import { Content } from './pages/Content'
import { Income } from './pages/Income'
import { Keys } from './pages/Keys'
import { Deposits, Withdrawals } from './pages/Money'
import { Products } from './pages/Products'
import { Proposals } from './pages/Proposals'
import { Reasons } from './pages/Reasons'
import { Reconciliation } from './pages/Reconciliation'
import { Staff } from './pages/Staff'
import { Statements } from './pages/Statements'
import { Users } from './pages/Users'
import { Verifications } from './pages/Verifications'
import { Caught } from './parts/Caught'
import { SendButton } from './parts/SendButton'
import { useSession } from './session'
import { LANGUAGES, type Language, t } from './texts'

interface Page {
  path: string
  /** Undefined: for everybody. */
  needs?: Permission
  show: ComponentType
}

const PAGES: Page[] = [
  { path: 'verifications', needs: 'verifications.decide', show: Verifications },
  { path: 'deposits', needs: 'deposits.decide', show: Deposits },
  { path: 'statements', needs: 'deposits.decide', show: Statements },
  { path: 'withdrawals', needs: 'withdrawals.decide', show: Withdrawals },
  { path: 'users', needs: 'users.read', show: Users },
  { path: 'products', needs: 'products.read', show: Products },
  { path: 'content', needs: 'content.edit', show: Content },
  { path: 'income', needs: 'content.edit', show: Income },
  { path: 'reasons', needs: 'content.edit', show: Reasons },
  { path: 'proposals', show: Proposals },
  { path: 'staff', needs: 'staff.read', show: Staff },
  { path: 'audit', needs: 'audit.read', show: Audit },
  { path: 'books', needs: 'audit.read', show: Books },
  { path: 'reconciliation', needs: 'audit.read', show: Reconciliation },
  { path: 'keys', show: Keys },
]

interface Props {
  onLanguage(language: Language): void
  onSignedOut(): void
}

/** Menu, name and page; only what the person's roles give is there. */
export function Frame({ onLanguage, onSignedOut }: Props) {
  const { session, language } = useSession()
  const [location, navigate] = useLocation()
  const pages = PAGES.filter(({ needs }) => needs === undefined || session.staff.permissions.includes(needs))
  const current = location.split('/')[1] ?? ''
  return (
    <Layout style={{ minHeight: '100vh' }}>
      <Layout.Sider breakpoint="lg" collapsedWidth={0} theme="light" zeroWidthTriggerStyle={{ top: 12 }}>
        <Typography.Title level={5} style={{ padding: '16px 24px 0' }}>
          {t('appTitle', { app: session.appName })}
        </Typography.Title>
        <Menu
          selectedKeys={[current]}
          onClick={({ key }) => navigate(`/${key}`)}
          items={pages.map(({ path }) => ({ key: path, label: t(`menu/${path}`) }))}
        />
      </Layout.Sider>
      <Layout>
        <Layout.Header style={{ background: 'transparent', textAlign: 'right', paddingInline: 24 }}>
          <Space>
            <span>{session.staff.name}</span>
            <Select<Language>
              aria-label={t('language')}
              value={language}
              onChange={onLanguage}
              options={Object.entries(LANGUAGES).map(([value, label]) => ({ value: value as Language, label }))}
            />
            <SendButton send={() => call('signOut', {}).finally(onSignedOut)}>{t('signOut')}</SendButton>
          </Space>
        </Layout.Header>
        <Layout.Content style={{ padding: 24 }}>
          <main>
            <Switch>
              {pages.map(({ path, show: Show }) => (
                <Route key={path} path={`/${path}`}>
                  <Typography.Title level={3}>{t(`menu/${path}`)}</Typography.Title>
                  <Caught key={path}>
                    <Show />
                  </Caught>
                </Route>
              ))}
              <Route>
                <Redirect to={`/${pages[0]?.path ?? 'proposals'}`} />
              </Route>
            </Switch>
          </main>
        </Layout.Content>
      </Layout>
    </Layout>
  )
}
