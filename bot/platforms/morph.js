// Bring an element up to date with a newer drawing of it. Nodes that are in both stay the same nodes, so that the
// keyboard, open folds, scrolled boxes, chosen answers and half-typed text stay as they are.
const morph = (() => {
  const OWN = new Set(["open", "disabled", "data-moved"]);  // Set by the reader or the script, never by a drawing.

  // A control is the same only if it says the same: the keyboard must never stand on another one than before.
  const keyOf = node => node.id || (/^(A|BUTTON|DETAILS|FORM)$/.test(node.nodeName)
    ? (node.querySelector("button, summary") || node).textContent : "");
  const isSame = (old, next) => old?.nodeName === next.nodeName && (next.nodeType !== 1 || keyOf(old) === keyOf(next));

  const attributes = (old, next) => {
    for (const { name } of [...old.attributes]) if (!OWN.has(name) && !next.hasAttribute(name)) old.removeAttribute(name);
    for (const { name, value } of next.attributes)
      if (!OWN.has(name) && old.getAttribute(name) !== value) old.setAttribute(name, value);
  };

  const children = (old, next) => {
    const wanted = new Set([...next.children].map(keyOf));
    for (const child of [...old.children]) if (keyOf(child) && !wanted.has(keyOf(child))) child.remove();
    let at = old.firstChild;
    const skip = until => { while (at && !until()) { const gone = at; at = at.nextSibling; gone.remove(); } };
    for (const child of [...next.childNodes]) {
      if (child.nodeType === 1) skip(() => at.nodeType === 1);
      let same = at;
      if (child.nodeType === 1 && keyOf(child)) while (same && !isSame(same, child)) same = same.nextSibling;
      if (!isSame(same, child)) { old.insertBefore(document.adoptNode(child), at); continue; }
      skip(() => at === same);
      at = same.nextSibling;
      morph(same, child);
    }
    skip(() => false);
  };

  const morph = (old, next) => {
    if (next.nodeType !== 1) { if (old.data !== next.data) old.data = next.data; return; }
    attributes(old, next);
    // Typed text, and a ranking that is being made, are newer than any drawing.
    if (old.nodeName !== "TEXTAREA" && !old.dataset.moved) children(old, next);
  };
  return morph;
})();
