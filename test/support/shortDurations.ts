/** SQL that offers orders of so few seconds for BTCUSDT at 75 %: past the trigger that asks for an announced change. */
export const offerSeconds = (...seconds: number[]): string => `
  alter table product_duration disable trigger all;
  insert into product_duration (product_id, seconds, earnings_rate_bp)
    select id, seconds, 7500 from product, unnest(array[${seconds.join(', ')}]) seconds where symbol = 'BTCUSDT';
  alter table product_duration enable trigger all;`
