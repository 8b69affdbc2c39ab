import "kikitori";
const endpoint = new URLSearchParams(location.search).get("endpoint");
document.getElementById("place").innerHTML = `<kikitori-form id="talk" src="/form.json" endpoint="${endpoint}" lang="en"></kikitori-form>`;
