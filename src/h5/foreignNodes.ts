/**
 * Extensions of the browser move nodes of the page, or replace them. React then removes a node from a parent that it no
 * longer has, or inserts before a node that is elsewhere, and the exception ends the page. Here the node is removed
 * wherever it is, and what has no place goes to the end.
 */
export function allowForeignNodes(prototype = Node.prototype): void {
  const { removeChild, insertBefore } = prototype
  prototype.removeChild = function remove<T extends Node>(this: Node, child: T): T {
    const parent = child.parentNode
    return parent === null ? child : (removeChild.call(parent, child) as T)
  }
  prototype.insertBefore = function insert<T extends Node>(this: Node, node: T, before: Node | null): T {
    let place = before
    while (place && place.parentNode !== this) place = place.parentNode
    return insertBefore.call(this, node, place) as T
  }
}
