// The page works without this file; with it, posts appear as they come and nothing is lost while one types.
(() => {
  const parse = html => new DOMParser().parseFromString(html, "text/html");

  // What was typed is kept in this tab until it is sent, so that a reload loses none of it.
  const kept = (() => { try { return window.sessionStorage; } catch { return null; } })();
  const keyOf = field => {
    const form = field.form, box = form?.closest("#private, .composer");
    if (!kept || !box || !field.name || field.matches("[type=hidden],[type=file],button")) return null;
    const place = [":as", ":channel", ":thread"].map(name => form.elements.namedItem(name)?.value);
    return JSON.stringify([...place, box.id, box.dataset.v, field.name, isTick(field) && field.value]);
  };
  const isTick = field => field.matches("[type=checkbox],[type=radio]");
  const keep = field => {
    const key = keyOf(field), all = isTick(field) ? field.form.querySelectorAll(`[type=${field.type}]`) : [field];
    if (key) for (const each of all) kept.setItem(keyOf(each), isTick(each) ? String(each.checked) : each.value);
  };
  const bringBack = () => {
    for (const field of document.querySelectorAll("#private [name], .composer [name]")) {
      const value = keyOf(field) && kept.getItem(keyOf(field));
      if (value === null) continue;
      if (isTick(field)) field.checked = value === "true"; else field.value = value;
    }
  };
  const letGo = form => { for (const field of form.elements) if (keyOf(field)) kept.removeItem(keyOf(field)); };

  const mergeList = (old, next) => {
    const low = old.scrollHeight - old.scrollTop - old.clientHeight < 80;
    if (old.dataset.thread !== next.dataset.thread) { old.replaceWith(document.adoptNode(next)); return; }
    const wanted = new Set([...next.children].map(c => c.id));
    for (const c of [...old.children]) if (!wanted.has(c.id)) c.remove();
    for (const c of [...next.children]) {
      const known = c.id && document.getElementById(c.id);
      if (!known || known.parentElement !== old) old.append(document.adoptNode(c));
      else if (known.dataset.v !== c.dataset.v) morph(known, c);
    }
    if (low && old.id === "mid-talk") old.scrollTop = old.scrollHeight;
  };

  const merge = (doc, isReply) => {
    for (const next of doc.querySelectorAll("[data-list]")) {
      const old = document.getElementById(next.id);
      if (old) mergeList(old, next);
    }
    for (const next of doc.querySelectorAll("[data-swap]")) {
      const old = document.getElementById(next.id);
      const asIs = old && old.querySelector("[name=':thread']")?.value === next.querySelector("[name=':thread']")?.value;
      if (!old) continue;
      // What somebody has typed for one thread must not go to another.
      if (next.id === "follow") { if (!asIs) { old.replaceWith(document.adoptNode(next)); bringBack(); } }
      else if (old.innerHTML !== next.innerHTML) morph(old, next);
    }
    const now = document.getElementById("private"), then = doc.getElementById("private");
    const isUnread = now?.dataset.v === "trouble" && then?.hidden && !isReply;
    if (now && then && now.dataset.v !== then.dataset.v && !isUnread) {
      const active = document.activeElement, at = active?.id;
      const elsewhere = active && active !== document.body && !now.contains(active);
      now.replaceWith(document.adoptNode(then));
      const shown = document.getElementById("private");
      const same = at && document.getElementById(at);
      if (shown.hidden) { if (!elsewhere) back?.().focus(); }
      else if (!(elsewhere && active.matches("textarea") && active.value)) (same && shown.contains(same) ? same : shown.querySelector("input:not([type=hidden]),textarea,select") || shown).focus();
    }
  };

  // What was pressed last, so that the keyboard is there again once the window that it opened is closed.
  let back;
  const remember = button => {
    const at = button?.closest("[id]")?.id, value = button?.value, label = button?.textContent;
    if (!at || at === "private" || button.closest("#private")) return;
    back = () => {
      const all = [...(document.getElementById(at)?.querySelectorAll("button") || [])];
      const found = all.find(b => b.value === value && b.textContent === label) || document.getElementById("q-ask");
      return found.closest("details.drop:not([open])")?.querySelector("summary") || found;
    };
  };

  let loading = false, again = false;
  const load = async () => {
    if (loading) { again = true; return; }
    loading = true;
    try {
      const got = await fetch(location.href, { redirect: "error" });
      if (got.ok) merge(parse(await got.text()));
    } catch { /* the next news tries again */ }
    loading = false;
    if (again) { again = false; load(); }
  };

  document.addEventListener("submit", async e => {
    const form = e.target;
    if (form.method !== "post") return;
    e.preventDefault();
    remember(e.submitter);
    const data = new FormData(form, e.submitter);
    const hasFiles = [...data.values()].some(v => v instanceof File && v.size);
    for (const [k, v] of [...data]) if (v instanceof File && !v.size) data.delete(k);
    const menu = form.closest("details.drop");
    if (menu) menu.open = false;
    if (e.submitter) e.submitter.disabled = true;
    try {
      const to = e.submitter?.getAttribute("formaction") || form.action;
      const got = await fetch(to, { method: "POST", body: hasFiles ? data : new URLSearchParams(data) });
      const text = await got.text();
      if (!got.ok) { alertInPage(parse(text).querySelector("p")?.textContent || "?"); return; }
      const doc = parse(text);
      if (/\/(ask|submit)$/.test(to)) letGo(form);
      if (to.endsWith("/ask")) {
        form.reset();
        const fresh = doc.querySelector(`#${form.id} [name=':delivery']`), kept = form.querySelector("[name=':delivery']");
        if (fresh && kept) kept.value = fresh.value;
      }
      form.querySelector("[data-chosen]")?.replaceChildren();
      history.replaceState(null, "", got.url);
      merge(doc, true);
    } catch { alertInPage(document.body.dataset.silent); }
    finally { if (e.submitter) e.submitter.disabled = false; }
  });

  const alertInPage = text => {
    const box = document.getElementById("private");
    const close = document.createElement("button");
    close.textContent = document.body.dataset.close;
    close.addEventListener("click", () => { box.hidden = true; });
    box.hidden = false;
    box.dataset.v = "trouble";
    box.setAttribute("role", "alert");
    box.replaceChildren(text, close);
  };

  document.addEventListener("input", e => { if (e.target.form) keep(e.target); });
  document.addEventListener("change", e => {
    const said = e.target.closest("form")?.querySelector("[data-chosen]");
    if (e.target.matches("[data-reloads]")) e.target.form.requestSubmit(e.target.form.querySelector("[data-reload]"));
    if (e.target.type === "file" && said) said.textContent = [...e.target.files].map(f => f.name).join(", ");
  });
  // A file that is dropped anywhere goes along with the next question of that pane; the browser would open it instead.
  document.addEventListener("dragover", e => { if (e.dataTransfer?.types.includes("Files")) e.preventDefault(); });
  document.addEventListener("drop", e => {
    if (!e.dataTransfer?.files.length) return;
    e.preventDefault();
    const pane = e.target.closest?.("#private form, section") || document;
    const field = pane.querySelector("input[type=file]") || document.querySelector("#form-ask input[type=file]");
    field.files = e.dataTransfer.files;
    field.dispatchEvent(new Event("change", { bubbles: true }));
  });
  document.addEventListener("keydown", e => {
    const field = e.target.closest?.(".composer textarea");
    if (field && e.key === "Enter" && !e.shiftKey && !e.isComposing) { e.preventDefault(); field.form.requestSubmit(); }
    if (e.key !== "Escape") return;
    const menus = document.querySelectorAll("details.drop[open]");
    for (const d of menus) { d.open = false; d.querySelector("summary").focus(); }
    if (!menus.length) e.target.closest?.("#private")?.querySelector("header form")?.requestSubmit();
  });
  document.addEventListener("click", e => {
    for (const d of document.querySelectorAll("details.drop[open]")) if (!d.contains(e.target)) d.open = false;
  });

  let news;
  const follow = () => { news = new EventSource(document.body.dataset.news); news.onmessage = load; };
  document.addEventListener("visibilitychange", () => { if (document.hidden) news?.close(); else follow(); });
  follow();
  bringBack();
})();
