// node scripts/docs/rights.mjs: writes the table of rights in docs/SECURITY.md from server/sql/roles.sql. The check "rights" compares
// them, and server/src/database/roles.test.ts compares roles.sql with the database itself.
import { readFileSync, writeFileSync } from 'node:fs'
import { rightsIn } from '../checks/rightRules.mjs'
import { fromRoot } from '../lib/paths.mjs'

/** Who notices a false row of a table. @type {Record<string, string>} */
const NOTICED_BY = {
  'auditor, devices and witnesses: leaves of signed logs': `
    acceptance accepted_order feed_event key_change log_node log_restore result_leaf result_node settlement settlement_day
    settlement_log tick tick_head tick_source trade_order tree_head`,
  'the user who shared the result: the page of the order says so': 'shared_result',
  'people who verify a receipt, and the auditor: the signatures of others': 'signed_update',
  'witnesses: each signs for itself': 'cosignature',
  'monitors: authority and calendars speak for themselves': 'time_stamp',
  'nobody but the owner writes them': `
    audit_end funding_movement migration partitioned_table sql_file table_partition tick_archive`,
  'auditor: adds up all postings': `
    ledger_account ledger_posting ledger_transfer savings_account savings_closed_day savings_earning savings_fund
    savings_income savings_movement`,
  'the bank statement: reconciliation in the console': `
    deposit deposit_notice withdrawal`,
  'auditor: the chain, and its end in the public log': 'audit_entry',
  'users and receipts: the terms are signed with each order': `
    product product_change product_duration`,
  'the audit log records all staff actions; the console shows it to colleagues': `
    account_freeze announcement bank_file_description bank_statement bank_statement_line change_code content_draft
    content_item content_media content_text help_line opening_code operator_reason queue_claim reset_code staff_day
    staff_guess staff_identity staff_invitation staff_key staff_member staff_passkey staff_proposal staff_provider_visit
    staff_session staff_tie staff_try user_note`,
  'the user, who sees it in the app or is notified': `
    account_break account_limit announcement_read app_user device favourite login_record message message_preference passkey
    payout_account person_break price_alert push_preference push_subscription recovery_code second_factor session upload
    user_phone verification withdrawal_hold`,
  'nobody: counts, queues and copies; no money and no result depends on them': `
    candle guess lease login_lane login_pressure order_set_aside phone_mark price_alert_progress product_exposure
    push_delivery push_fanout registration savings_set_aside used_challenge`,
  "the auditor's own two rows: nobody else writes them; the other rows: nodes that do not agree refuse to start":
    'setting',
}
const LETTERS = { select: 'r', insert: 'a', update: 'u', delete: 'd' }

/** Rights as the document has them: r, a, u and d, with an asterisk for some columns. @param {string} rights */
function inShort(rights) {
  const found = Object.entries(LETTERS).map(([right, letter]) => {
    const [whole, columns] = new RegExp(`\\b${right}\\b( \\()?`).exec(rights) ?? []
    return whole === undefined ? '' : columns === undefined ? letter : `${letter}*`
  })
  return found.join('') || '-'
}

/** SECURITY.md with the table as it should be. @param {string} document @param {string} roles server/sql/roles.sql */
export function securityDocument(document, roles) {
  const archived = roles.match(/v_archiver_reads constant text\[\] := array\[([^\]]*)\]/)?.[1] ?? ''
  /** @type {Map<string, { names: string[], cells: string[], notice: string }>} */
  const rows = new Map()
  const noticeOf = new Map(
    Object.entries(NOTICED_BY).flatMap(([notice, names]) =>
      names
        .trim()
        .split(/\s+/)
        .map((name) => [name, notice]),
    ),
  )
  for (const [name, rights] of [...rightsIn(roles)].sort()) {
    if (name.endsWith('_seq')) continue
    const cells = [...Object.values(rights), archived.includes(`'${name}'`) ? 'select' : ''].map(inShort)
    const notice = noticeOf.get(name) ?? '(scripts/docs/rights.mjs does not say)'
    const key = [notice, ...cells].join('|')
    const row = rows.get(key) ?? { names: [], cells, notice }
    row.names.push(`\`${name}\``)
    rows.set(key, row)
  }
  const order = [...Object.keys(NOTICED_BY)]
  const sorted = [...rows.values()].sort((one, other) => order.indexOf(one.notice) - order.indexOf(other.notice))
  const lines = sorted.map(({ names, cells, notice }) => [names.join(', '), ...cells, notice])
  const head = ['Tables', 'Node', 'Staff', 'Auditor', 'Archiver', 'Who notices a false row']
  const widths = head.map((title, column) =>
    Math.max(...[head, ...lines].map((line) => line[column]?.length ?? 0), title.length),
  )
  const row = (/** @type {string[]} */ cells) =>
    `| ${cells.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join(' | ')} |\n`
  const rule = row(widths.map((width) => '-'.repeat(width)))
  return document.replace(/^\| Tables +\| Node .*\n(?:\|.*\n)+/m, () => row(head) + rule + lines.map(row).join(''))
}

if (process.argv[1]?.endsWith('docs/rights.mjs')) {
  const [path, roles] = [fromRoot('docs', 'SECURITY.md'), readFileSync(fromRoot('server', 'sql', 'roles.sql'), 'utf8')]
  writeFileSync(path, securityDocument(readFileSync(path, 'utf8'), roles))
}
