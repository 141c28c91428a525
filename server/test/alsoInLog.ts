/** A statement that changes orders, and with them what the log of settlements says of them, hash and all. */
export const alsoInLog = (change: string) => `
  with placed as (${change} returning *), line as (
    update settlement set entry = settlement_entry(placed, product)
      from placed join product on product.id = placed.product_id where settlement.order_number = placed.number
    returning settlement.leaf, settlement.entry)
  update result_leaf set hash = place.hash
    from line cross join lateral result_place(line.entry) place where result_leaf.leaf = line.leaf`
